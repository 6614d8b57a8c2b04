import { expect, it } from 'vitest';
import { isFiltered, NO_FILTER, queryOf } from './call-filter.ts';

it('requests all calls without a filter', () => {
  expect(queryOf(NO_FILTER, 1000)).toEqual({});
  expect(isFiltered(NO_FILTER)).toBe(false);
});

it('requests the chosen filter', () => {
  const filter = {
    end: 'failed',
    operation: 'chat',
    time: 'hour',
    connectionId: 'c',
    jobId: 'j',
    text: '500',
  } as const;
  expect(queryOf(filter, 3_600_001)).toEqual({
    outcomes: ['failed', 'unknown'],
    operations: ['chat'],
    from: 1,
    connectionId: 'c',
    jobId: 'j',
    text: '500',
  });
  expect(isFiltered({ ...NO_FILTER, jobId: 'j' })).toBe(true);
});
