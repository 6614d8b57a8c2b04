import type { CallPlan } from '../../../../../shared/contract/cleanup.ts';
import type { JobKindName, JobRequest } from '../../../../../shared/contract/job-requests.ts';
import type { JobSubject } from '../../../../../shared/contract/jobs.ts';
import { rectArea } from '../../../../../shared/geometry/rect.ts';
import { reducedSize } from '../../../../../shared/geometry/text-tiles.ts';
import type { NewJob } from '../log/stored-job.ts';
import { SLOT_WINDOW } from '../sending/slot-clock.ts';

export interface Timing {
  /** Sent pixels; 0 if they don't matter. */
  readonly pixels: number;
  readonly milliseconds: number;
}

interface PastTimings {
  timings(kind: JobKindName, profile: string, connectionId?: string): readonly Timing[];
}

/** Largest ratio of pixels that counts as the same size. */
const SAME_SIZE = 2;

/** The median of calls of the same size, else by a line. @returns ms; `undefined` if unknown */
export function expectedDuration(timings: readonly Timing[], pixels: number): number | undefined {
  const same = timings.filter((timing) => isSameSize(timing.pixels, pixels));
  if (same.length > 0) return medianOf(same.map(({ milliseconds }) => milliseconds));
  const ordered = timings.toSorted((a, b) => a.pixels - b.pixels);
  const middle = Math.floor(ordered.length / 2);
  const small = typicalOf(ordered.slice(0, middle));
  const large = typicalOf(ordered.slice(middle));
  if (small === undefined || large === undefined || isSameSize(small.pixels, large.pixels)) {
    return undefined; // calls of one size tell nothing about another
  }
  const rise = (large.milliseconds - small.milliseconds) / (large.pixels - small.pixels);
  const reached = small.milliseconds + Math.max(0, rise) * (pixels - small.pixels);
  return Math.round(
    Math.max(reached, Math.min(small.milliseconds, large.milliseconds) / SAME_SIZE),
  );
}

/** @returns ms until all calls have ended; `undefined` if unknown */
export function expectedRun(
  durations: readonly (number | undefined)[],
  { atOnce, perMinute }: { readonly atOnce: number; readonly perMinute: number },
): number | undefined {
  // The rate allows a batch at once and the same number a minute later.
  const lastLeaves = Math.floor(Math.max(0, durations.length - 1) / perMinute) * SLOT_WINDOW;
  const known = durations.filter((duration) => duration !== undefined);
  if (known.length < durations.length) return lastLeaves > 0 ? lastLeaves : undefined;
  const work = known.reduce((sum, duration) => sum + duration, 0) / atOnce;
  return Math.round(Math.max(work, lastLeaves + (known.at(-1) ?? 0), ...known));
}

export function withExpectedTime(
  plan: CallPlan,
  planned: readonly NewJob[],
  jobs: PastTimings,
  pace: Parameters<typeof expectedRun>[1],
): CallPlan {
  const sent = planned.filter((_, index) => plan.calls[index]?.stored === undefined);
  const [first] = sent;
  if (first === undefined) return plan;
  const timings = jobs.timings(first.request.kind, first.profile, first.connectionId);
  const durations = sent.map(({ request, subject }) =>
    expectedDuration(timings, sentPixels(request, subject)),
  );
  return { ...plan, expectedMilliseconds: expectedRun(durations, pace) };
}

/** Returns 0 if they don't affect the duration. */
export function sentPixels(
  request: JobRequest,
  subject: Pick<JobSubject, 'region'> | undefined,
): number {
  if (subject === undefined || request.kind === 'video') return 0; // A video has a fixed size.
  const isReduced = request.kind === 'remove-text' && request.isReduced === true;
  const { width, height } = isReduced ? reducedSize(subject.region) : subject.region;
  return rectArea({ x: 0, y: 0, width, height });
}

function isSameSize(a: number, b: number): boolean {
  return a <= b * SAME_SIZE && b <= a * SAME_SIZE;
}

function typicalOf(timings: readonly Timing[]): Timing | undefined {
  const pixels = medianOf(timings.map((timing) => timing.pixels));
  const milliseconds = medianOf(timings.map((timing) => timing.milliseconds));
  if (pixels === undefined || milliseconds === undefined) return undefined;
  return { pixels, milliseconds };
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
