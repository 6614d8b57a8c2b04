import { describe, expect, it } from 'vitest';
import { recoveryDetails, recoveryTitle } from './recovery-words.ts';

const BACKUP = new Date(2025, 10, 21, 14, 5).getTime();

describe('the notice of a restored library', () => {
  it('names the backup’s date, what is missing and what was found', () => {
    const recovery = {
      reason: 'damaged',
      backupFrom: BACKUP,
      isUnderWay: false,
      adopted: 12,
      left: 1,
    } as const;
    expect(recoveryTitle(recovery)).toBe('Library restored from 21 Nov 2025, 14:05');
    expect(recoveryDetails(recovery)).toEqual([
      'The library file was damaged. Gesso kept it in the data folder.',
      'Changes since then are missing: masks, results on photos, and settings.',
      '12 newer pictures added to your recent photos.',
      '1 other file kept in the data folder.',
      'Runs that may have been sent since are in Tasks as “No answer”. Nothing was sent again.',
    ]);
  });

  it('names after a kill what was found, and what the lost log costs', () => {
    const found = { isUnderWay: false, adopted: 1, left: 0 } as const;
    expect(recoveryTitle({ reason: 'unclosed', ...found })).toBe('Pictures recovered');
    expect(recoveryDetails({ reason: 'unclosed', ...found })).toEqual([
      'Gesso didn’t quit properly last time.',
      '1 newer picture added to your recent photos.',
    ]);
    expect(recoveryTitle({ reason: 'log-lost', ...found })).toBe('Latest changes lost');
    expect(recoveryDetails({ reason: 'log-lost', ...found })).toContain(
      'Changes since then are missing: masks, results on photos, and settings.',
    );
  });
});
