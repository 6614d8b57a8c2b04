import { expect, it } from 'vitest';
import { createSeeker } from './video-seeker.ts';

function fixture() {
  const sought: number[] = [];
  const listeners: (() => void)[] = [];
  const timers = new Set<() => void>();
  const video = {
    set currentTime(seconds: number) {
      sought.push(seconds);
    },
    addEventListener: (_type: 'seeked', listener: () => void) => void listeners.push(listener),
  };
  const seeker = createSeeker(video, (callback) => {
    timers.add(callback);
    return () => void timers.delete(callback);
  });
  const seeked = () => {
    for (const listener of listeners) listener();
  };
  const giveUp = () => {
    for (const timer of Array.from(timers)) timer();
  };
  return { seeker, sought, seeked, giveUp, timers };
}

it('seeking in a video keeps only the newest request while one is running', () => {
  const { seeker, sought, seeked } = fixture();
  for (const seconds of [1, 2, 3, 4]) seeker.seek(seconds);
  expect(sought).toEqual([1]);
  seeked();
  expect(sought).toEqual([1, 4]);
  seeked();
  expect(sought).toEqual([1, 4]);
  seeker.seek(5);
  expect(sought).toEqual([1, 4, 5]);
});

it('seeking in a video continues after one that never ends', () => {
  const { seeker, sought, giveUp, timers } = fixture();
  seeker.seek(1);
  seeker.seek(2);
  giveUp();
  expect(sought).toEqual([1, 2]);
  expect(timers.size).toBe(1);
});
