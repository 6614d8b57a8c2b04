import { VIDEO_PARAMETERS } from '../../../../shared/parameters/video-parameters.ts';
import type { SweepAxis } from '../../../../shared/contract/jobs.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { randomSeed } from './form.ts';

const SWEEP = {
  counts: [3, 4],
  /** Share of the axis to each side of its value, in a first sweep. */
  reach: 0.5,
  /** Decimal places. */
  noiseDigits: 3,
} as const;

export interface SweepPlan {
  readonly axis: SweepAxis;
  /** Decimal text. */
  readonly values: readonly string[];
}

export const SWEEP_COUNTS: readonly number[] = SWEEP.counts;

export const AXIS_TITLES: Readonly<Record<SweepAxis, string>> = {
  seed: VIDEO_PARAMETERS.seed.label,
  motion: VIDEO_PARAMETERS.motionBucketId.label,
  noise: VIDEO_PARAMETERS.condAug.label,
};

interface Range {
  readonly min: number;
  readonly max: number;
}

export function firstSweep(axis: SweepAxis, count: number): SweepPlan {
  if (axis === 'seed') return { axis, values: seeds(count) };
  const { min, max } = rangeOf(axis);
  // the ends of the axis are rarely of use
  const margin = (max - min) / (count + 1);
  return { axis, values: spread(axis, { min: min + margin, max: max - margin }, count) };
}

/**
 * Halves the range around the selected value. Neighbouring seeds have nothing in common, so a seed
 * stays and motion is varied.
 * @param plan the sweep that it was selected from
 * @param form settings of the selected clip
 */
export function narrowerSweep(plan: SweepPlan, selected: string, form: VideoForm): SweepPlan {
  const count = Math.max(plan.values.length, SWEEP.counts[0]);
  const axis = plan.axis === 'seed' ? 'motion' : plan.axis;
  const { min, max } = rangeOf(axis);
  if (plan.axis === 'seed') {
    const motion = form.motion ?? VIDEO_PARAMETERS.motionBucketId.usual;
    return around(axis, motion, (max - min) * SWEEP.reach, count);
  }
  const numbers = plan.values.map(Number);
  const width = numbers.length < 2 ? max - min : Math.max(...numbers) - Math.min(...numbers);
  return around(axis, Number(selected), width / 2, count);
}

export function withSweepValue(form: VideoForm, axis: SweepAxis, value: string): VideoForm {
  switch (axis) {
    case 'seed':
      return { ...form, seed: value };
    case 'motion':
      return { ...form, motion: Number(value) };
    case 'noise':
      return { ...form, noise: Number(value) };
  }
}

/** Returns `undefined` if the values can be sent. */
export function problemOfSweep({ axis, values }: SweepPlan): string | undefined {
  if (values.some((value) => value.trim() === '')) return 'Enter every value.';
  const isText = axis === 'seed' || values.some((value) => Number.isNaN(Number(value)));
  const sent: readonly unknown[] = isText ? values : values.map(Number);
  if (new Set(sent).size < values.length) return 'Enter a different value for each clip.';
  return undefined;
}

function around(axis: 'motion' | 'noise', middle: number, width: number, count: number): SweepPlan {
  const { min, max } = rangeOf(axis);
  const span = Math.min(width, max - min);
  const from = Math.min(Math.max(min, middle - span / 2), max - span);
  return { axis, values: spread(axis, { min: from, max: from + span }, count) };
}

/** Returns different values, evenly spread; fewer if the range holds no more. */
function spread(axis: 'motion' | 'noise', { min, max }: Range, count: number): readonly string[] {
  const values = Array.from({ length: count }, (_, index) =>
    textOf(axis, min + ((max - min) * index) / (count - 1)),
  );
  return new Set(values).size === count ? values : steps(axis, min, count);
}

/** Counts in whole steps, because sums of fractions drift. */
function steps(axis: 'motion' | 'noise', from: number, count: number): readonly string[] {
  const perUnit = axis === 'motion' ? 1 : 10 ** SWEEP.noiseDigits;
  const { min, max } = rangeOf(axis);
  const wanted = Math.min(Math.round(from * perUnit), max * perUnit - (count - 1));
  const start = Math.max(min * perUnit, wanted);
  return Array.from({ length: count }, (_, index) => textOf(axis, (start + index) / perUnit));
}

function textOf(axis: 'motion' | 'noise', value: number): string {
  return axis === 'motion'
    ? String(Math.round(value))
    : String(Number(value.toFixed(SWEEP.noiseDigits)));
}

function rangeOf(axis: 'motion' | 'noise'): Range {
  return axis === 'motion' ? VIDEO_PARAMETERS.motionBucketId.range : VIDEO_PARAMETERS.condAug.range;
}

function seeds(count: number): readonly string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(randomSeed());
  return [...found];
}
