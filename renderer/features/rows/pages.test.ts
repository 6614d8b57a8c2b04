import { describe, expect, it } from 'vitest';
import { joinPages, numbersOf, pagesOf } from './use-pages.ts';

const page = (...rows: readonly string[]) => ({ data: { rows, total: 5 }, error: null });

describe('pages of a list', () => {
  it('cover the visible rows, with at least one, and the first', () => {
    expect(numbersOf(pagesOf(5, 21, 10))).toEqual([0, 1, 2]);
    expect(numbersOf(pagesOf(30, 0, 10))).toEqual([0, 3]);
  });

  it('know their rows and positions, and nothing of unread pages', () => {
    const pages = joinPages([1, 2], [page('c', 'd'), { data: undefined, error: null }], 2);
    expect([0, 2, 3, 4].map((index) => pages.row(index))).toEqual([undefined, 'c', 'd', undefined]);
    expect(pages.find((row) => row === 'd')).toBe(3);
    expect(pages.find((row) => row === 'a')).toBeUndefined();
    expect([pages.total, pages.isLoading, pages.error]).toEqual([5, true, null]);
  });

  it('keep the first error, and stop loading then', () => {
    const error = new Error('No.');
    const pages = joinPages([0], [{ data: undefined, error }], 2);
    expect([pages.total, pages.isLoading, pages.error]).toEqual([0, false, error]);
  });
});
