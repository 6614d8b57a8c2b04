import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock, type ClipClock, type LoopMode } from './clock.ts';

/** Creates a clock host that the test advances. */
function handTime() {
  let now = 0;
  const waiting = new Set<() => void>();
  return {
    host: {
      now: () => now,
      nextFrame(callback: () => void) {
        waiting.add(callback);
        return () => void waiting.delete(callback);
      },
    },
    /** Advances the time, then fires an animation frame. */
    pass(milliseconds: number) {
      now += milliseconds;
      const due = [...waiting];
      waiting.clear();
      for (const callback of due) callback();
    },
    get isWaiting() {
      return waiting.size > 0;
    },
  };
}

const even = (count: number, duration: number) =>
  Array.from({ length: count + 1 }, (_none, index) => index * duration);

function playing(times: readonly number[], mode: LoopMode = 'loop') {
  const time = handTime();
  const clock = createClock(times, time.host);
  clock.setMode(mode);
  clock.play();
  const frames = (count: number, each: number, on: ClipClock = clock) =>
    Array.from({ length: count }, () => {
      const { frame } = on.snapshot;
      time.pass(each);
      return frame;
    });
  return { clock, time, frames };
}

describe('playing a clip', () => {
  it('shows each frame for its own duration, however uneven', () => {
    const { frames } = playing([0, 10, 50, 60, 100]);
    expect(frames(11, 10)).toEqual([0, 1, 1, 1, 1, 2, 3, 3, 3, 3, 0]);
  });

  it('plays every frame once on the way back in ping-pong, the ends not twice', () => {
    expect(playing(even(4, 40), 'ping-pong').frames(8, 40)).toEqual([0, 1, 2, 3, 2, 1, 0, 1]);
    expect(playing(even(2, 40), 'ping-pong').frames(5, 40)).toEqual([0, 1, 0, 1, 0]);
    expect(playing(even(1, 40), 'ping-pong').frames(3, 40)).toEqual([0, 0, 0]);
  });

  it('stops at the end when it plays once, and restarts from there', () => {
    const { clock, time, frames } = playing(even(3, 40), 'once');
    expect(frames(5, 40)).toEqual([0, 1, 2, 2, 2]);
    expect(clock.snapshot.isPlaying).toBe(false);
    expect(time.isWaiting).toBe(false);
    clock.play();
    expect(clock.snapshot.frame).toBe(0);
  });

  it('plays backwards, and past the beginning', () => {
    const { clock, frames } = playing(even(3, 40));
    clock.setReverse(true);
    // within a frame, so that no sample lies on a border
    clock.seek(60);
    expect(frames(5, 40)).toEqual([1, 0, 2, 1, 0]);
  });

  it('changes speed at its position', () => {
    const { clock, frames } = playing(even(10, 40));
    expect(frames(2, 40)).toEqual([0, 1]);
    clock.setSpeed(2);
    expect(frames(2, 40)).toEqual([2, 4]);
    clock.setSpeed(100);
    expect(clock.snapshot.speed).toBe(4);
    clock.setSpeed(Number.NaN);
    expect(clock.snapshot.speed).toBe(4);
  });

  it('is at the right position after any number of uneven animation frames', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(gaps, fc.constantFrom(0.1, 0.75, 1, 4), (waits, speed) => {
        const { clock, time } = playing(even(25, 1000 / 6));
        clock.setSpeed(speed);
        let passed = 0;
        for (const wait of waits) {
          time.pass(wait);
          passed += wait;
        }
        const exact = ((passed * speed) % ((25 * 1000) / 6)) / (1000 / 6);
        expect([Math.floor(exact), Math.floor(exact + 1e-6) % 25]).toContain(clock.snapshot.frame);
      }),
    );
  });
});

describe('stepping through a clip', () => {
  it('reaches every frame of any clip in both directions, and wraps around', () => {
    const spans = fc.array(fc.double({ min: 0.5, max: 900, noNaN: true }), {
      minLength: 1,
      maxLength: 120,
    });
    fc.assert(
      fc.property(spans, (durations) => {
        const times = [0];
        for (const duration of durations) times.push((times.at(-1) ?? 0) + duration);
        const clock = createClock(times, handTime().host);
        const there = durations.map(() => {
          const { frame } = clock.snapshot;
          clock.step(1);
          return frame;
        });
        expect(there).toEqual(durations.map((_none, index) => index));
        expect(clock.snapshot.frame).toBe(0);
        const back = durations.map(() => {
          clock.step(-1);
          return clock.snapshot.frame;
        });
        expect(back).toEqual(there.toReversed());
      }),
    );
  });

  it('stops playing, and stops at the ends of a clip that plays once', () => {
    const { clock, time } = playing(even(3, 40), 'once');
    time.pass(45);
    clock.step(1);
    expect(clock.snapshot).toMatchObject({ frame: 2, isPlaying: false });
    clock.step(1);
    expect(clock.snapshot.frame).toBe(2);
    clock.step(Number.POSITIVE_INFINITY);
    expect(clock.snapshot.frame).toBe(2);
    clock.step(-10);
    expect(clock.snapshot.frame).toBe(0);
  });
});

it('the range of a clip limits playing and stepping', () => {
  const { clock, frames } = playing(even(10, 40));
  clock.setRange({ first: 3, last: 5 });
  expect(frames(5, 40)).toEqual([3, 4, 5, 3, 4]);
  clock.step(1);
  clock.step(1);
  expect(clock.snapshot.frame).toBe(4);
  clock.setRange({ first: 8, last: 99 });
  expect(clock.snapshot.range).toEqual({ first: 8, last: 9 });
});

it('the range of a clip restarts with other times, and keeps the frame when it exists', () => {
  const clock = createClock(even(10, 40), handTime().host);
  clock.setRange({ first: 2, last: 8 });
  clock.seekFrame(7);
  clock.setTimes(even(100, 10));
  expect(clock.snapshot).toMatchObject({ frame: 7, range: { first: 0, last: 99 } });
  clock.setTimes(even(5, 40));
  expect(clock.snapshot.frame).toBe(4);
});
