import { expect, it } from 'vitest';
import type { RecordedCall } from '../../../../shared/contract/activity.ts';
import { costInList, costInWords, durationInWords } from './call-words.ts';

const CALL: RecordedCall = {
  id: 1,
  startedAt: 0,
  lastAt: 0,
  operation: 'cleanup',
  method: 'POST',
  address: 'https://api.example.com/v3/cleanup',
  connectionName: 'Mine',
  isPractice: false,
  outcome: 'ok',
  status: 200,
  milliseconds: 80,
  sentBytes: 1,
  receivedBytes: 2,
  tries: 1,
  looks: 1,
};

it('shows costs as far as they are known', () => {
  expect(costInWords(CALL)).toBeUndefined();
  expect(costInWords({ ...CALL, cost: 0 })).toBe('Free');
  expect(costInWords({ ...CALL, cost: 400_000_000 })).toBe('$0.04');
  expect(costInWords({ ...CALL, cost: 12_345 })).toBe('< $0.0001');
  expect(costInWords({ ...CALL, isPractice: true, cost: 0 })).toBe('Free');
});

it('shows durations below a second in milliseconds', () => {
  expect([80, 2100].map((milliseconds) => durationInWords({ ...CALL, milliseconds }))).toEqual([
    '80 ms',
    '2.1 s',
  ]);
});

it('says in a list what is free of kinds that may be charged alone', () => {
  const free = { ...CALL, isPractice: true };
  expect(costInList(free)).toBe('Free');
  expect(costInList({ ...free, operation: 'bills' })).toBeUndefined();
  expect(costInList({ ...CALL, operation: 'bills', cost: 400_000_000 })).toBe('$0.04');
});
