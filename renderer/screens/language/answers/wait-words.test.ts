import { expect, it } from 'vitest';
import { NOT_WAITING, waitingAfter, waitWords } from './wait-words.ts';

const NOW = 1_000_000;
const busy = { is: 'waiting', until: NOW + 11_200, why: 'busy' } as const;
const thoughts = { is: 'thoughts', choice: 0, text: 'Hm', pieces: 1 } as const;

it.each([
  [[busy], 0, 'The service takes no more requests right now (429). Trying again', ' in 12 s'],
  [[busy], 11_000, 'The service takes no more requests right now (429). Trying again', ' in 1 s'],
  [[busy], 11_200, 'Waiting for the first word', ''],
  [
    [{ ...busy, why: 'unreachable' as const }],
    0,
    'The service can’t be reached. Trying again',
    ' in 12 s',
  ],
  [[], 0, 'Waiting for the first word', ''],
  [[busy, thoughts], 0, 'Thinking', ''],
])(
  'says after %j and %d ms why an answer waits, and counts down',
  (events, after, words, countdown) => {
    const waiting = waitingAfter(NOT_WAITING, events);
    expect(waitWords(waiting, false, NOW + after)).toEqual({ words, countdown });
  },
);

it('says that an answer comes as a whole', () => {
  expect(waitWords(NOT_WAITING, true, NOW).words).toBe('The answer comes as a whole');
});
