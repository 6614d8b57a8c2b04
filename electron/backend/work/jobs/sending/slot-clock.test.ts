import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/test-database.ts';
import { createSlotClock, SLOT_WINDOW } from './slot-clock.ts';

const RATES = { image: 10, video: 2, upload: Number.POSITIVE_INFINITY };

const { database } = await testDatabase();
beforeEach(() => {
  database.exec('DELETE FROM slots_taken; DELETE FROM slots_held;');
});

function clockOf() {
  return createSlotClock(database, (group) => RATES[group]);
}

describe('the rate limit', () => {
  it('lets the first requests go at once and the next a minute after the first', () => {
    const slots = clockOf();
    expect(slots.plan('a', 'video', 1000, 5)).toEqual([
      1000,
      1000,
      1000 + SLOT_WINDOW,
      1000 + SLOT_WINDOW,
      1000 + 2 * SLOT_WINDOW,
    ]);
    expect(slots.plan('a', 'upload', 1000, 50).every((start) => start === 1000)).toBe(true);
  });

  it('never exceeds the rate within any minute, in any order of requests', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 40_000 }),
      isRefused: fc.boolean(),
      isGivenBack: fc.boolean(),
      isRestarted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        database.exec('DELETE FROM slots_taken; DELETE FROM slots_held;');
        let slots = clockOf();
        const left: number[] = [];
        let now = 1_000_000;
        for (const { wait, isRefused, isGivenBack, isRestarted } of steps) {
          now += wait;
          if (isRestarted) slots = clockOf();
          const [start = now] = slots.plan('a', 'video', now, 1);
          if (start > now) continue;
          slots.take('a', 'video', now);
          if (isGivenBack) slots.giveBack('a', 'video', now);
          else left.push(now);
          if (isRefused) slots.hold('a', 'video', now + 20_000);
          const within = left.filter((time) => time > now - SLOT_WINDOW);
          expect(within.length).toBeLessThanOrEqual(RATES.video);
        }
      }),
    );
  });

  it('shifts after a refusal, and separates connections and groups', () => {
    const slots = clockOf();
    slots.hold('a', 'image', 9000);
    slots.hold('a', 'image', 4000); // an earlier moment does not shorten the wait
    expect(slots.plan('a', 'image', 1000, 1)).toEqual([9000]);
    expect(slots.plan('a', 'video', 1000, 1)).toEqual([1000]);
    expect(slots.plan('b', 'image', 1000, 1)).toEqual([1000]);
  });

  it('counts requests from before a restart', () => {
    const before = clockOf();
    for (const at of [500, 700]) before.take('a', 'video', at);
    before.hold('b', 'image', 9000);
    const slots = clockOf();
    expect(slots.plan('a', 'video', 1000, 1)).toEqual([500 + SLOT_WINDOW]);
    expect(slots.plan('b', 'image', 1000, 1)).toEqual([9000]);
  });

  it('does not wait for ever when the system clock was set back', () => {
    const slots = clockOf();
    for (const at of [9_000_000_000, 9_000_000_001]) slots.take('a', 'video', at);
    slots.hold('b', 'video', 9_000_000_000);
    const [start = 0] = slots.plan('a', 'video', 1000, 1);
    expect(start).toBeLessThanOrEqual(1000 + SLOT_WINDOW);
    expect(slots.plan('a', 'video', start, 1)).toEqual([start]);
    expect(slots.plan('b', 'video', 1000, 1)).toEqual([1000]);
    slots.hold('c', 'video', 1000 + 86_400_000); // noted by a Gesso that waited for a day
    expect(slots.plan('c', 'video', 1000, 1)).toEqual([1000]);
  });

  it('waits after a refusal although an earlier one is in the future of a clock set back', () => {
    const slots = clockOf();
    slots.hold('a', 'image', 9_000_000_000);
    expect(slots.plan('a', 'image', 1000, 1)).toEqual([1000]);
    slots.hold('a', 'image', 7000);
    expect(slots.plan('a', 'image', 1000, 1)).toEqual([7000]);
  });
});
