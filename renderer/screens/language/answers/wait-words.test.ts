import { expect, it } from 'vitest';
import { NOT_WAITING, waitingAfter, waitWords } from './wait-words.ts';

const NOW = 1_000_000;
const busy = { is: 'waiting', until: NOW + 11_200, why: 'busy' } as const;
const thoughts = { is: 'thoughts', choice: 0, text: 'Hm', pieces: 1 } as const;

it('shows the remaining seconds after a 429, and counts down', () => {
  const waiting = waitingAfter(NOT_WAITING, [busy]);
  expect(waitWords(waiting, false, NOW)).toBe(
    'The service takes no more requests right now (429). Trying again in 12 s',
  );
  expect(waitWords(waiting, false, NOW + 11_000)).toMatch(/in 1 s$/u);
  expect(waitWords(waiting, false, NOW + 11_200)).toBe('Waiting for the first word');
});

it('does not call an unreachable service busy', () => {
  const waiting = waitingAfter(NOT_WAITING, [{ ...busy, why: 'unreachable' }]);
  expect(waitWords(waiting, false, NOW)).toMatch(/^The service can’t be reached\./u);
});

it('shows “Waiting for the first word” for the first word only', () => {
  expect(waitWords(NOT_WAITING, false, NOW)).toBe('Waiting for the first word');
  expect(waitWords(NOT_WAITING, true, NOW)).toBe('The answer comes as a whole');
  expect(waitWords(waitingAfter(NOT_WAITING, [busy, thoughts]), false, NOW)).toBe('Thinking');
});
