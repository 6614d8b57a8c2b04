import { expect, it } from 'vitest';
import { durationWords } from './duration-words.ts';

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [45, '45 seconds'],
  [60, '1 minute'],
  [61, '1 minute 1 second'],
  [3599, '59 minutes 59 seconds'],
  [3600, '1 hour'],
  [3630, '1 hour 1 minute'],
  [7199, '2 hours'],
  [86_400, '1 day'],
  [90_000, '1 day 1 hour'],
  [86_399, '1 day'],
])('shows %s seconds as %s', (seconds, words) => expect(durationWords(seconds)).toBe(words));
