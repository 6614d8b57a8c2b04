import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { findLoaded, pageSource, type PagedList } from './use-pages.ts';

/** A list of seven letters in pages of three, which notes the pages that it loads. */
function letters() {
  const loaded: number[] = [];
  const list: PagedList<string, string> = {
    size: 3,
    query: (page) => ({
      queryKey: ['letters', page],
      async queryFn() {
        loaded.push(page);
        const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
        return { rows: rows.slice(page * 3, page * 3 + 3), total: rows.length };
      },
    }),
    keyOf: (row) => row,
  };
  const client = new QueryClient();
  return { client, list, loaded, source: pageSource(client, list) };
}

it('returns the keys of a range across pages, and loads each page once', async () => {
  const { loaded, source } = letters();
  expect(await source.count(Infinity)).toBe(7);
  expect(await source.keys(1, 4)).toEqual(['b', 'c', 'd', 'e']);
  expect(await source.keys(2, 2)).toEqual(['c']);
  expect(loaded).toEqual([0, 1]);
});

it('finds a loaded row that has moved by one page, and none of an unloaded page', async () => {
  const { client, list, source } = letters();
  await source.keys(3, 5);
  expect(findLoaded(client, list, { key: 'd', index: 1 })).toEqual({ row: 'd', index: 3 });
  expect(findLoaded(client, list, { key: 'a', index: 0 })).toBeUndefined();
});
