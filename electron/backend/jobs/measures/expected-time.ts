/** How long calls take, judged by the user's own finished ones of about the same size. */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { JobKindName, JobRequest } from '../../../../shared/contract/job-requests.ts';
import type { JobSubject } from '../../../../shared/contract/jobs.ts';
import { rectArea } from '../../../../shared/geometry/rect.ts';
import { reducedSize } from '../../../../shared/geometry/text-tiles.ts';
import type { NewJob } from '../log/stored-job.ts';
import { SLOT_WINDOW } from '../sending/slot-clock.ts';

/** A finished call. */
export interface Timing {
  /** Pixels that were sent; 0 where they do not decide. */
  readonly pixels: number;
  /** From sending to the stored result. */
  readonly milliseconds: number;
}

/** Where finished calls are looked up. */
interface PastTimings {
  timings(kind: JobKindName, profile: string, connectionId?: string): readonly Timing[];
}

/** Calls whose numbers of pixels differ by at most this factor count as the same size. */
const SAME_SIZE = 2;

/**
 * The time that a call of this size takes: the median of those of the same size; where there are
 * none, on the line through the smaller and the larger half of the others.
 *
 * @param timings of calls with the same parameters
 * @returns ms; `undefined` when nothing is known about such a size
 */
export function expectedDuration(timings: readonly Timing[], pixels: number): number | undefined {
  const same = timings.filter((timing) => isSameSize(timing.pixels, pixels));
  if (same.length > 0) return medianOf(same.map(({ milliseconds }) => milliseconds));
  const ordered = timings.toSorted((a, b) => a.pixels - b.pixels);
  const middle = Math.floor(ordered.length / 2);
  const small = typicalOf(ordered.slice(0, middle));
  const large = typicalOf(ordered.slice(middle));
  if (small === undefined || large === undefined || isSameSize(small.pixels, large.pixels)) {
    return undefined; // all of one size say nothing about another
  }
  const rise = (large.milliseconds - small.milliseconds) / (large.pixels - small.pixels);
  const reached = small.milliseconds + Math.max(0, rise) * (pixels - small.pixels);
  return Math.round(
    Math.max(reached, Math.min(small.milliseconds, large.milliseconds) / SAME_SIZE),
  );
}

/**
 * The time of calls that are started together.
 *
 * @param durations of each call, ms; `undefined` = not known
 * @param pace calls at the same time, and calls that may leave within a minute
 * @returns ms; `undefined` when neither the calls nor the rate say anything
 */
export function expectedRun(
  durations: readonly (number | undefined)[],
  { atOnce, perMinute }: { readonly atOnce: number; readonly perMinute: number },
): number | undefined {
  // as many as the rate allows leave at once, as many again a minute later
  const lastLeaves = Math.floor(Math.max(0, durations.length - 1) / perMinute) * SLOT_WINDOW;
  const known = durations.filter((duration) => duration !== undefined);
  if (known.length < durations.length) return lastLeaves > 0 ? lastLeaves : undefined;
  const work = known.reduce((sum, duration) => sum + duration, 0) / atOnce;
  return Math.round(Math.max(work, lastLeaves + (known.at(-1) ?? 0), ...known));
}

/**
 * A plan with the time of those of its calls that have no saved result.
 *
 * @param planned the plan's calls, in the same order; all of one kind
 * @param pace see {@link expectedRun}
 */
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

/** Pixels that a job sends, as far as they decide about its time. */
export function sentPixels(
  request: JobRequest,
  subject: Pick<JobSubject, 'region'> | undefined,
): number {
  if (subject === undefined || request.kind === 'video') return 0; // a video has its own size
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
