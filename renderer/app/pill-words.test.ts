import { describe, expect, it } from 'vitest';
import { pillOf } from './pill-words.ts';

const NOW = Date.UTC(2026, 10, 22, 10);
const month = { start: 0, end: 1 };

describe('the monthly total in the top bar', () => {
  it('is hidden until the month was read, and marked when it was read long ago', () => {
    expect(pillOf({ month, budgets: [] }, NOW)).toBeUndefined();
    const spent = { exact: '124000', hasDecimals: true };
    const fresh = { month: { ...month, spent, readAt: NOW - 60_000 }, budgets: [] };
    expect(pillOf(fresh, NOW)?.text).toBe('$12.40 so far');
    const old = { month: { ...month, spent, readAt: NOW - 3 * 3_600_000 }, budgets: [] };
    expect(pillOf(old, NOW)?.text).toBe('~$12.40 so far');
  });

  it('never shows a charge as zero', () => {
    const spent = { exact: '0', hasDecimals: false };
    expect(pillOf({ month: { ...month, spent, readAt: NOW }, budgets: [] }, NOW)?.text).toBe(
      '< $0.0001 so far',
    );
  });
});
