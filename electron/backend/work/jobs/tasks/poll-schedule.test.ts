import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POLL, waitBeforePoll, type LastPoll } from './poll-schedule.ts';

const MIDDLE = 0.5;

describe('the delay before the next poll', () => {
  it('is two seconds at first, and grows while the task is queued', () => {
    expect(waitBeforePoll({ is: 'none' }, 0, MIDDLE)).toBe(2000);
    const queued = [0, 20_000, 120_000].map((age) => waitBeforePoll({ is: 'queued' }, age, MIDDLE));
    expect(queued).toEqual([4000, 6000, 10_000]);
  });

  it('follows the service’s estimate within bounds', () => {
    const waits = [undefined, 1, 32, 900].map((etaSeconds) =>
      waitBeforePoll({ is: 'processing', etaSeconds }, 5000, MIDDLE),
    );
    expect(waits).toEqual([3000, 2000, 4000, 6000]);
  });

  it('is longer after ten minutes', () => {
    const age = POLL.oldAfter + 1;
    expect(waitBeforePoll({ is: 'processing', etaSeconds: 1 }, age, MIDDLE)).toBe(15_000);
    expect(waitBeforePoll({ is: 'queued' }, age, MIDDLE)).toBe(30_000);
    expect(waitBeforePoll({ is: 'unrecognised' }, age, MIDDLE)).toBe(30_000);
  });

  it('is never below a second and never much above a minute', () => {
    const last: fc.Arbitrary<LastPoll> = fc.oneof(
      fc.constantFrom<LastPoll>(
        { is: 'none' },
        { is: 'queued' },
        { is: 'unrecognised' },
        { is: 'key' },
      ),
      fc.record({
        is: fc.constant('processing' as const),
        etaSeconds: fc.option(fc.double({ min: -10, max: 1e9, noNaN: true }), { nil: undefined }),
      }),
      fc.record({ is: fc.constant('trouble' as const), times: fc.integer({ min: 1, max: 2000 }) }),
    );
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(last, fc.double({ min: 0, max: 1e12, noNaN: true }), random, (look, age, r) => {
        const wait = waitBeforePoll(look, age, r);
        expect(wait).toBeGreaterThanOrEqual(1600);
        expect(wait).toBeLessThanOrEqual(72_000);
      }),
    );
  });
});
