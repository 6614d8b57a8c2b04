import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Parameter } from '../../../../shared/parameters/parameter-table.ts';
import { VIDEO_PARAMETERS } from '../../../../shared/parameters/video-parameters.ts';

export interface SettingsRow {
  readonly name: string;
  /** In the order of the clips; "Not set" if it was left to the service. */
  readonly values: readonly string[];
}

interface ComparedSettings {
  readonly job: Job;
  readonly output: JobOutput | undefined;
}

const UNSET = 'Not set';

const COMPARED = [
  'model',
  'steps',
  'motionBucketId',
  'condAug',
  'frameInterpolation',
  'resizeMode',
] as const;

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
    for (const name of COMPARED) {
      const row: Parameter = VIDEO_PARAMETERS[name];
      settings.set(row.label, valueInWords(row, parameters[name]));
    }
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

function valueInWords(row: Parameter, value: string | number | boolean | undefined): string {
  if (value === undefined) return UNSET;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return (row.kind === 'choice' ? row.labels[value] : undefined) ?? String(value);
}
