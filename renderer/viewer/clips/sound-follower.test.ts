import { expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { followClock, type SoundCourse, type SoundOutput } from './sound-follower.ts';
import { partOfSound } from './sound-part.ts';

/** Creates four frames of 100 ms, a clock that the test moves, and an output that records requests. */
function fixture() {
  let now = 0;
  let next: (() => void) | undefined;
  const times = [0, 100, 200, 300, 400];
  const clock = createClock(times, {
    now: () => now,
    nextFrame(callback) {
      next = callback;
      return () => {
        next = undefined;
      };
    },
  });
  const asked: string[] = [];
  let heard: { from: number; since: number; course: SoundCourse } | undefined;
  let isSilent = false;
  let late = 0;
  const output: SoundOutput = {
    play(from, course) {
      asked.push(`${from} in ${course.start}–${course.end}${course.isLoop ? ', round' : ''}`);
      heard = isSilent ? undefined : { from, since: now, course };
      late = 0;
    },
    stop() {
      asked.push('stop');
      heard = undefined;
    },
    position() {
      if (heard === undefined) return undefined;
      const { start, end } = heard.course;
      const at = heard.from + now - heard.since - late - start;
      const length = end - start;
      return start + (((at % length) + length) % length);
    },
  };
  return {
    clock,
    asked,
    stop: followClock(clock, times, output),
    pass(milliseconds: number) {
      now += milliseconds;
      const due = next;
      next = undefined;
      due?.();
    },
    /** Lets the sound fall behind. */
    lag(milliseconds: number) {
      late += milliseconds;
    },
    silence(isOn: boolean) {
      isSilent = isOn;
      if (isOn) heard = undefined;
    },
    /** Returns the requests since the last call. */
    taken: () => asked.splice(0),
  };
}

it('seeks the sound when the picture jumps, or the range or end changes', () => {
  const { clock, pass, taken } = fixture();
  clock.play();
  pass(50);
  taken();
  clock.seekFrame(3);
  expect(taken()).toEqual(['300 in 0–400, round']);
  clock.setRange({ first: 1, last: 2 });
  expect(taken()).toEqual(['200 in 100–300, round']);
  clock.setMode('once');
  expect(taken()).toEqual(['200 in 100–300']);
  pass(100);
  expect(taken()).toEqual(['stop']);
});

it('mutes the sound at other speeds, backwards, and in ping-pong', () => {
  const { clock, taken } = fixture();
  clock.play();
  taken();
  clock.setSpeed(2);
  clock.setSpeed(1);
  clock.setReverse(true);
  clock.setReverse(false);
  clock.setMode('ping-pong');
  expect(taken().map((each) => each.replace(/ .*/u, ''))).toEqual([
    'stop',
    '0',
    'stop',
    '0',
    'stop',
  ]);
});

it('catches up when it is noticeably behind, even over a loop’s end, and not before', () => {
  const { clock, pass, lag, taken } = fixture();
  clock.play();
  taken();
  pass(10);
  lag(40);
  pass(10);
  expect(taken()).toEqual([]);
  lag(10);
  pass(10);
  expect(taken()).toEqual(['30 in 0–400, round']);
});

it('retries with each frame while the computer does not play', () => {
  const { clock, pass, silence, taken } = fixture();
  silence(true);
  clock.play();
  pass(20);
  silence(false);
  pass(20);
  pass(20);
  expect(taken()).toEqual(['0 in 0–400, round', '20 in 0–400, round', '40 in 0–400, round']);
});

it('a part of a sound is as long as its frames', () => {
  const sound = { channels: [new Float32Array(800).map((_none, at) => at)], sampleRate: 2000 };
  const part = partOfSound(sound, 100, 300);
  expect(part.channels[0]).toHaveLength(400);
  expect(part.channels[0]?.[0]).toBe(200);
});
