/** Random steps of users and fates of a simulated service: schedules that no author wrote. */
import * as fc from 'fast-check';
import type { StartableRequest } from '../../shared/contract/job-requests.ts';
import type { DownloadFate, Fates, LookFate, SubmitFate } from './simulated-service.ts';

/** An action on one of the jobs. */
const PICKING = [
  'cancel',
  'cancel waiting',
  'run again',
  'look again',
  'watch',
  'send first',
  'remove and restore',
] as const;

export type Step =
  | { readonly do: 'start'; readonly what: StartableRequest['kind'] }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: (typeof PICKING)[number]; readonly pick: number }
  | { readonly do: 'restart' | 'look now' };

/** One step; jobs are started and time passes most often. */
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      what: fc.constantFrom('video', 'video', 'upscale', 'remove-text', 'training-upload'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(...PICKING),
      pick: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'look now' as const) }),
  },
);

/** Dice that come up with the good end about half of the time. */
export const fatesArbitrary: fc.Arbitrary<Fates> = fc
  .tuple(
    fc.infiniteStream(
      fc.constantFrom<SubmitFate>(
        'taken',
        'taken',
        'taken',
        'taken',
        'refused',
        'limited',
        'rejected',
        'answer lost',
        'failed',
      ),
    ),
    fc.infiniteStream(
      fc.constantFrom<LookFate>(
        'answered',
        'answered',
        'answered',
        'unreachable',
        'key-rejected',
        'not-found',
        'odd status',
      ),
    ),
    fc.infiniteStream(
      fc.constantFrom<DownloadFate>('sent', 'sent', 'broken', 'expired', 'disk-full'),
    ),
    fc.infiniteStream(
      fc.constantFrom<'succeeds' | 'fails'>('succeeds', 'succeeds', 'succeeds', 'fails'),
    ),
    fc.infiniteStream(fc.integer({ min: 0, max: 30_000 })),
  )
  .map(([submits, looks, downloads, tasks, durations]) => ({
    submit: () => next(submits),
    look: () => next(looks),
    download: () => next(downloads),
    task: () => next(tasks),
    duration: () => next(durations),
  }));

function next<T>(stream: fc.Stream<T>): T {
  const { value } = stream.next() as { value: T };
  return value;
}
