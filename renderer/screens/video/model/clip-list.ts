import { tellingSettings } from '../../../../shared/api/video.ts';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { runEntries, type RunEntry } from '../../../features/runs/run-entries.ts';

export type ClipEntry = ListedClip | Extract<RunEntry, { readonly kind: 'group' }>;

interface ListedClip {
  readonly kind: 'clip';
  /** The job's id, with the number of the file unless it is the first. */
  readonly id: string;
  readonly job: Job;
  readonly output: JobOutput | undefined;
}

interface ListedPart {
  readonly groupId: string | undefined;
  readonly leastStars: number;
}

/** Returns the reason for an empty list; `undefined` if there is no clip at all. */
export function emptyWords({ groupId, leastStars }: ListedPart): string | undefined {
  if (groupId !== undefined) return 'The clips of this run were removed.';
  return leastStars > 0 ? 'No clips with that many stars.' : undefined;
}

/** Stars filter all clips; a group is shown whole, because its clips have none at first. */
export function clipFilter(
  state: ListedPart,
): { readonly groupId: string } | { readonly stars: number } {
  const { groupId, leastStars } = state;
  return groupId === undefined ? { stars: leastStars } : { groupId };
}

/** @param jobs newest first */
export function clipEntries(jobs: readonly Job[]): readonly ClipEntry[] {
  return runEntries(jobs, { order: byValue }).flatMap((entry): readonly ClipEntry[] =>
    entry.kind === 'run' ? listedClips(entry.job) : [entry],
  );
}

/** In the order of their values. */
export function clipsOfGroup(jobs: readonly Job[], groupId: string): readonly ListedClip[] {
  return jobs
    .filter(({ runId }) => runId === groupId)
    .toSorted(byValue)
    .flatMap(listedClips);
}

/** Made once for each job, as lists have thousands. */
const LISTED = new WeakMap<Job, readonly ListedClip[]>();

function listedClips(job: Job): readonly ListedClip[] {
  const known = LISTED.get(job);
  if (known !== undefined) return known;
  const [first, ...further] = job.outputs.filter(isClip);
  const listed: readonly ListedClip[] = [
    { kind: 'clip', id: job.id, job, output: first },
    ...further.map((output): ListedClip => ({
      kind: 'clip',
      id: `${job.id} ${output.id}`,
      job,
      output,
    })),
  ];
  LISTED.set(job, listed);
  return listed;
}

/** Includes the clips of groups. */
export function clipsInOrder(entries: readonly ClipEntry[]): readonly ListedClip[] {
  return entries.flatMap((entry) =>
    entry.kind === 'clip' ? [entry] : entry.jobs.flatMap(listedClips),
  );
}

export function jobsOf(entries: readonly ClipEntry[]): readonly Job[] {
  return [
    ...new Set(entries.flatMap((entry) => (entry.kind === 'clip' ? [entry.job] : entry.jobs))),
  ];
}

/** Returns `undefined` until there is one. @param output one of several; the first by default */
export function clipOf(job: Job, output?: number): JobOutput | undefined {
  const clips = job.outputs.filter(isClip);
  return clips.find(({ id }) => id === output) ?? clips[0];
}

export function isClip({ mediaType, clip }: JobOutput): boolean {
  return clip !== undefined || mediaType.startsWith('video/') || mediaType === 'image/gif';
}

/** Returns the value of its sweep, else its settings. */
export function titleOfClip(job: Job, output?: JobOutput): string {
  const { sweep } = job;
  const title = sweep === undefined ? job.title : `${AXES[sweep.axis]} ${sweep.value}`;
  const clips = job.outputs.filter(isClip);
  const place = clips.findIndex(({ id }) => id === output?.id);
  return clips.length < 2 || place < 0 ? title : `${title} (${place + 1} of ${clips.length})`;
}

const FITS = { CROP_TO_ASPECT_RATIO: 'Crop', ORIGINAL_RESOLUTION: 'Keep' } as const;

/** E.g. "SVD-XT, Crop, motion 180": tells clips of one picture apart. */
export function settingsOfClip(job: Job): string {
  const { brief, sweep } = job;
  if (sweep !== undefined || brief.kind !== 'video') return titleOfClip(job);
  const { model, resizeMode } = brief.parameters;
  const isWhole = brief.preparation?.padding !== undefined;
  const telling = tellingSettings({ ...brief.parameters, seed: undefined }, undefined).map((each) =>
    each.join(' '),
  );
  return [model, isWhole ? 'Whole' : FITS[resizeMode], ...telling].join(', ');
}

/** Measured, so empty until the clip is there. */
export function measuresOfClip(output: JobOutput | undefined): readonly string[] {
  const { width, height, clip } = output ?? {};
  const seconds = (clip?.frameTimes.at(-1) ?? 0) / 1000;
  return [
    ...(width === undefined || height === undefined ? [] : [`${width} × ${height} px`]),
    ...(clip === undefined ? [] : [`${clip.frameCount} frames`, `${seconds.toFixed(2)} s`]),
  ];
}

const AXES = { seed: 'Seed', motion: 'Motion', noise: 'Noise' } as const;

function byValue(a: Job, b: Job): number {
  const [left, right] = [a.sweep?.value, b.sweep?.value];
  if (left !== undefined && right !== undefined && a.sweep?.axis !== 'seed') {
    return Number(left) - Number(right);
  }
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
