import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';

export interface SettingsRow {
  readonly name: string;
  /** In the order of the clips; "Not set" if it was left to the service. */
  readonly values: readonly string[];
}

export interface ComparedSettings {
  readonly job: Job;
  readonly output: JobOutput | undefined;
}

const UNSET = 'Not set';

const RESIZE_MODES = { CROP_TO_ASPECT_RATIO: 'Crop', ORIGINAL_RESOLUTION: 'Keep shape' } as const;

/** @returns the rows in which clips differ, and the number of equal ones */
export function differingSettings(clips: readonly ComparedSettings[]): {
  readonly rows: readonly SettingsRow[];
  readonly equal: number;
} {
  const all = clips.map(settingsOf);
  const names = [...new Set(all.flatMap((settings) => [...settings.keys()]))];
  const rows = names.map((name) => ({
    name,
    values: all.map((settings) => settings.get(name) ?? UNSET),
  }));
  const differing = rows.filter(({ values }) => new Set(values).size > 1);
  return { rows: differing, equal: rows.length - differing.length };
}

function settingsOf({ job, output }: ComparedSettings): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const { brief, subject, connectionName } = job;
  if (subject !== undefined) settings.set('Picture', subject.photoName);
  if (brief.kind === 'video') {
    const { parameters } = brief;
    settings.set('Model', parameters.model);
    settings.set('Steps', String(parameters.steps));
    settings.set('Motion', shown(parameters.motionBucketId));
    settings.set('Noise', shown(parameters.condAug));
    settings.set('Interpolation', yesOrNo(parameters.frameInterpolation));
    settings.set('Fit', RESIZE_MODES[parameters.resizeMode]);
    settings.set('Seed', job.seed ?? parameters.seed ?? UNSET);
  } else if (job.seed !== undefined) settings.set('Seed', job.seed);
  if (output !== undefined) {
    const { width, height, clip, mediaType } = output;
    if (width !== undefined && height !== undefined)
      settings.set('Size', `${width} × ${height} px`);
    if (clip !== undefined) settings.set('Frames', String(clip.frameCount));
    settings.set('Format', (mediaType.split('/')[1] ?? mediaType).toUpperCase());
  }
  settings.set('Connection', connectionName);
  return settings;
}

function shown(value: number | undefined): string {
  return value === undefined ? UNSET : String(value);
}

function yesOrNo(value: boolean | undefined): string {
  return value === undefined ? UNSET : value ? 'On' : 'Off';
}
