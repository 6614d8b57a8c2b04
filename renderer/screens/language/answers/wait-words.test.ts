import { expect, it } from 'vitest';
import { NOT_WAITING, waitingAfter, waitWords } from './wait-words.ts';

const NOW = 1_000_000;
const busy = { is: 'waiting', until: NOW + 11_200, why: 'busy' } as const;
const thoughts = { is: 'thoughts', choice: 0, text: 'Hm', pieces: 1 } as const;

it('a 429 is said with the seconds that are left, and counts down', () => {
  const waiting = waitingAfter(NOT_WAITING, [busy]);
  expect(waitWords(waiting, false, NOW)).toBe(
    'The service takes no more requests right now (429). Trying again in 12 s',
  );
  expect(waitWords(waiting, false, NOW + 11_000)).toMatch(/in 1 s$/u);
  expect(waitWords(waiting, false, NOW + 11_200)).toBe('Waiting for the first word');
});

it('a service that cannot be reached is not called busy', () => {
  const waiting = waitingAfter(NOT_WAITING, [{ ...busy, why: 'unreachable' }]);
  expect(waitWords(waiting, false, NOW)).toMatch(/^The service can’t be reached\./u);
});

it('“Waiting for the first word” is for the first word alone', () => {
  expect(waitWords(NOT_WAITING, false, NOW)).toBe('Waiting for the first word');
  expect(waitWords(NOT_WAITING, true, NOW)).toBe('The answer comes as a whole');
  expect(waitWords(waitingAfter(NOT_WAITING, [busy, thoughts]), false, NOW)).toBe('Thinking');
});

it('news of something else change nothing', () => {
  const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 };
  expect(waitingAfter(NOT_WAITING, [{ is: 'usage', usage }])).toBe(NOT_WAITING);
});
