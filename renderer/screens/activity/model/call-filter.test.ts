import { expect, it } from 'vitest';
import { areCallsFiltered, NO_CALL_FILTER, callQuery } from './call-filter.ts';

it('requests the chosen filter', () => {
  const filter = {
    end: 'failed',
    operation: 'chat',
    time: 'hour',
    connectionId: 'c',
    jobId: 'j',
    text: '500',
  } as const;
  expect(callQuery(filter, 3_600_001)).toEqual({
    outcomes: ['failed', 'unknown'],
    operations: ['chat'],
    from: 1,
    connectionId: 'c',
    jobId: 'j',
    text: '500',
  });
  expect(areCallsFiltered({ ...NO_CALL_FILTER, jobId: 'j' })).toBe(true);
});
