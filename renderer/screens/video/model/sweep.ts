/** Sweeps: three or four values of one setting, the rest the same. Pure. */
import { VIDEO_DEFAULTS, VIDEO_LIMITS } from '../../../../shared/api/video.ts';
import type { SweepAxis } from '../../../../shared/contract/jobs.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { throwDice } from './form.ts';

/** Numbers of this module. */
const SWEEP = {
  counts: [3, 4],
  /** Part of the axis around its value, to each side, of a first sweep. */
  reach: 0.5,
  /** Digits of noise after the point. */
  noiseDigits: 3,
} as const;

/** A sweep that is being set up. */
export interface SweepPlan {
  readonly axis: SweepAxis;
  /** Decimal text, in their order. */
  readonly values: readonly string[];
}

export const SWEEP_COUNTS: readonly number[] = SWEEP.counts;

export const AXIS_TITLES: Readonly<Record<SweepAxis, string>> = {
  seed: 'Seed',
  motion: 'Motion',
  noise: 'Noise',
};

/** A number axis. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** Values over the whole axis, or new seeds. */
export function firstSweep(axis: SweepAxis, count: number, random?: () => number): SweepPlan {
  if (axis === 'seed') return { axis, values: seeds(count, random) };
  const { min, max } = rangeOf(axis);
  // the ends of the axis are rarely of use
  const margin = (max - min) / (count + 1);
  return { axis, values: spread(axis, { min: min + margin, max: max - margin }, count) };
}

/**
 * "More like this": half the range around the selected value. For seeds, whose neighbours have nothing
 * in common, the selected seed stays and motion is varied around it.
 *
 * @param plan the sweep that it was selected from
 * @param form the settings of the selected clip
 */
export function narrowerSweep(plan: SweepPlan, selected: string, form: VideoForm): SweepPlan {
  if (plan.axis === 'seed') {
    const motion = form.motion ?? VIDEO_DEFAULTS.motionBucketId;
    const { min, max } = rangeOf('motion');
    return around('motion', motion, (max - min) * SWEEP.reach, plan.values.length);
  }
  const numbers = plan.values.map(Number);
  const width = Math.max(...numbers) - Math.min(...numbers);
  return around(plan.axis, Number(selected), width / 2, plan.values.length);
}

/** The form with a value of the axis. */
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

/** Why the values cannot be sent; `undefined` when they can. */
export function problemOfSweep({ values }: SweepPlan): string | undefined {
  if (values.some((value) => value.trim() === '')) return 'Enter every value.';
  if (new Set(values).size < values.length) return 'Enter a different value for each clip.';
  return undefined;
}

function around(axis: 'motion' | 'noise', middle: number, width: number, count: number): SweepPlan {
  const { min, max } = rangeOf(axis);
  const span = Math.min(width, max - min);
  const from = Math.min(Math.max(min, middle - span / 2), max - span);
  return { axis, values: spread(axis, { min: from, max: from + span }, count) };
}

/** Different values, evenly spread; fewer where the range holds no more. */
function spread(axis: 'motion' | 'noise', { min, max }: Range, count: number): readonly string[] {
  const values = Array.from({ length: count }, (_, index) =>
    textOf(axis, min + ((max - min) * index) / (count - 1)),
  );
  return new Set(values).size === count ? values : steps(axis, min, count);
}

/** Neighbouring values of the axis, from one on. Counted in whole steps: sums of fractions drift. */
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
  return axis === 'motion' ? VIDEO_LIMITS.motionBucketId : VIDEO_LIMITS.condAug;
}

function seeds(count: number, random: (() => number) | undefined): readonly string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(throwDice(random));
  return [...found];
}
