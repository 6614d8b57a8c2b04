import { describe, expect, it } from 'vitest';
import { cleanUpLine, hiddenSentence, limitSentence, workSentence } from './storage-words.ts';

const USAGE = {
  photoBytes: 3_000_000,
  resultBytes: 500_000,
  hiddenResultBytes: 200_000,
  resultCount: 5,
  hiddenResultCount: 2,
  otherBytes: 1000,
  resultLimitBytes: 5_000_000_000,
};

describe('the categories of disk usage', () => {
  it('are shown with the effect of the limit', () => {
    expect(limitSentence(5000)).toContain('more than 5.0 GB');
    expect(hiddenSentence(USAGE)).toContain('2 hidden or deleted results (200 kB)');
    expect(hiddenSentence({ ...USAGE, hiddenResultCount: 1 })).toContain(
      '1 hidden or deleted result (',
    );
    expect(hiddenSentence({ ...USAGE, hiddenResultCount: 0 })).toBe('No hidden results.');
  });

  it('are shown with the effect of a clean-up', () => {
    expect(cleanUpLine(1, 'run', 'with all their clips saved')).toBe(
      '1 run with all their clips saved',
    );
  });
});

it('shows the progress of work on the library, and its end', () => {
  const work = { kind: 'move', state: 'running', done: 1_200_000_000, total: 3e9 } as const;
  expect(workSentence(work)).toBe('Copying the library: 1.2 GB of 3.0 GB');
  expect(workSentence({ ...work, state: 'done' })).toBe('The library is copied and checked.');
  expect(workSentence({ ...work, state: 'stopped' })).toContain('Nothing was changed.');
});
