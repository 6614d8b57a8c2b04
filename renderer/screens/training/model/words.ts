import type {
  TrainingFile,
  TrainingMark,
  TrainingState,
  TrainingSummary,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import { withoutName } from '../../../../shared/errors/without-name.ts';

const STATES: Readonly<Record<TrainingState, string>> = {
  failed: 'Failed',
  unknown: 'Not confirmed',
  convertible: 'Needs conversion',
  sending: 'Uploading',
  finishing: 'Finishing',
  waiting: 'Waiting',
  checking: 'Checking',
  ready: 'Ready',
  duplicate: 'Duplicate',
  skipped: 'Skipped',
  done: 'Uploaded',
};

export function stateWord(state: TrainingState): string {
  return STATES[state];
}

const MARKS: Readonly<Record<TrainingMark, { readonly short: string; readonly long: string }>> = {
  small: { short: 'Small', long: 'A side is smaller than your limit' },
  narrow: { short: 'Narrow', long: 'One side is more than twice the other' },
  near: { short: 'Similar', long: 'Looks nearly the same as another picture' },
  rotated: {
    short: 'Rotated',
    long: 'Turned by its EXIF orientation, which the service may ignore',
  },
  alpha: { short: 'Transparent', long: 'Has transparency' },
  cmyk: { short: 'CMYK', long: 'Has CMYK colours' },
  deep: { short: '16-bit', long: 'Has 16 bits per channel' },
  animated: { short: 'Animated', long: 'Has more than one frame' },
  camera: {
    short: 'Camera data left out',
    long: 'Has camera data, comments or hidden parts, which aren’t uploaded',
  },
};

const WITH_CAMERA = {
  short: 'Camera data uploaded',
  long: 'Has camera data, comments or hidden parts, which are uploaded as well',
} as const;

/** @param keepsCameraData from the settings */
export function markWords(
  mark: TrainingMark,
  keepsCameraData: boolean,
): { readonly short: string; readonly long: string } {
  return mark === 'camera' && keepsCameraData ? WITH_CAMERA : MARKS[mark];
}

/** Problems that a converted copy does not have. */
export const CONVERTIBLE_MARKS: readonly TrainingMark[] = [
  'rotated',
  'alpha',
  'cmyk',
  'deep',
  'animated',
];

export function formatWord(format: string): string {
  return format === 'webp' ? 'WebP' : format.toUpperCase();
}

/** @param keepsCameraData from the settings; says nothing about an uploaded file */
export function noteOf(file: TrainingFile, keepsCameraData: boolean): string {
  const { state, error, likeName, assetId, marks, convertedTo } = file;
  if (error !== undefined) return withoutName(error.message, file.name);
  if (state === 'duplicate') {
    const same = likeName === undefined ? 'Uploaded before' : `Same content as “${likeName}”`;
    return assetId === undefined ? `${same}. Not uploaded again.` : `${same}: asset ${assetId}.`;
  }
  if (state === 'convertible') return 'The service takes PNG, WebP and JPEG.';
  const notes = marks
    .filter((mark) => mark !== 'near' && (mark !== 'camera' || state !== 'done'))
    .map((mark) => markWords(mark, keepsCameraData).short)
    .concat(marks.includes('near') ? [`Similar to “${likeName ?? ''}”`] : [])
    .concat(convertedTo === undefined ? [] : [`Converted to ${formatWord(convertedTo)}`]);
  return notes.join(', ');
}

interface TrainingFilterChoice {
  readonly value: TrainingView['filter'];
  readonly label: string;
  readonly count: number;
}

/** Leaves out filters without rows, except for the most important ones. */
export function filterChoices(
  { counts, removed }: TrainingSummary,
  current: TrainingView['filter'],
): readonly TrainingFilterChoice[] {
  const sum = (...states: readonly TrainingState[]) =>
    states.reduce((total, state) => total + counts[state], 0);
  const all = Object.values(counts).reduce((total, number) => total + number, 0);
  const choices: readonly (TrainingFilterChoice & { readonly isLasting: boolean })[] = [
    { value: 'all', label: 'All', count: all, isLasting: true },
    {
      value: 'left',
      label: 'Left',
      count: sum('checking', 'ready', 'waiting', 'sending', 'finishing'),
      isLasting: true,
    },
    {
      value: 'trouble',
      label: 'Errors',
      count: sum('failed', 'unknown', 'convertible'),
      isLasting: true,
    },
    { value: 'duplicate', label: 'Duplicates', count: counts.duplicate, isLasting: true },
    { value: 'done', label: 'Uploaded', count: counts.done, isLasting: true },
    { value: 'skipped', label: 'Skipped', count: counts.skipped, isLasting: false },
    { value: 'removed', label: 'Removed', count: removed, isLasting: false },
  ];
  return choices.filter(
    ({ value, count, isLasting }) => isLasting || count > 0 || value === current,
  );
}

/** A duplicate has the asset of the file that was uploaded before. */
export function mayHaveAssets({ done, duplicate }: TrainingSummary['counts']): boolean {
  return done + duplicate > 0;
}

export function notUploaded(counts: TrainingSummary['counts']): number {
  const { skipped, duplicate, convertible, failed, unknown } = counts;
  return skipped + duplicate + convertible + failed + unknown;
}

/** Returns 0 to 1; `undefined` if nothing is ordered. */
export function fractionOf({ leftBytes, active, counts }: TrainingSummary): number | undefined {
  const waiting = counts.waiting + counts.sending + counts.finishing;
  if (waiting === 0) return undefined;
  const sent = active.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const left = Math.max(0, leftBytes - sent);
  const files = counts.done + waiting;
  // by files, and by bytes within the active ones
  const ofActive = leftBytes === 0 ? 0 : (1 - left / leftBytes) * Math.min(waiting, active.length);
  return Math.min(0.99, (counts.done + ofActive) / files);
}

/** Ms; `undefined` while nothing moves. */
export function uploadTimeLeft({
  leftBytes,
  active,
  bytesPerSecond,
}: TrainingSummary): number | undefined {
  if (bytesPerSecond < 1) return undefined;
  const sent = active.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  return (Math.max(0, leftBytes - sent) / bytesPerSecond) * 1000;
}
