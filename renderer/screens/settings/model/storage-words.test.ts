import { describe, expect, it } from 'vitest';
import { hiddenSentence, limitSentence, storageRows } from './storage-words.ts';

const USAGE = {
  photoBytes: 3_000_000,
  resultBytes: 500_000,
  hiddenResultBytes: 200_000,
  resultCount: 5,
  hiddenResultCount: 2,
  otherBytes: 1000,
  resultLimitBytes: 5_000_000_000,
};

describe('what takes room', () => {
  it('is listed with its sum, hidden results as a part of all', () => {
    const rows = storageRows(USAGE);
    expect(rows.map(({ name }) => name)).toEqual([
      'Photos',
      'Results (5)',
      'Hidden (2)',
      'Other files',
      'Total',
    ]);
    expect(rows.at(-1)?.bytes).toBe(3_501_000);
  });

  it('is told with what happens above the limit', () => {
    expect(limitSentence(5000)).toContain('more than 5.0 GB');
    expect(hiddenSentence(USAGE)).toContain('2 hidden or deleted results (200 kB)');
    expect(hiddenSentence({ ...USAGE, hiddenResultCount: 1 })).toContain(
      '1 hidden or deleted result (',
    );
    expect(hiddenSentence({ ...USAGE, hiddenResultCount: 0 })).toBe('No hidden results.');
  });
});
