/** A list whose pages are loaded as they come near the screen. */
import {
  useQueries,
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useScreen } from '../../core/screen/screen-context.tsx';
import type { RowSource } from './use-row-steps.ts';
import type { RowPlace } from './selection.ts';

/** Inclusive. */
interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** The pages of the visible rows. @param size rows of a page */
export function pagesOf(firstRow: number, lastRow: number, size: number): PageRange {
  const from = Math.floor(firstRow / size);
  return { from, to: Math.max(from, Math.floor(lastRow / size)) };
}

/** With the first page, which knows the length of the list before the others are loaded. */
export function numbersOf({ from, to }: PageRange): readonly number[] {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return from === 0 ? numbers : [0, ...numbers];
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A page, if it is loaded. */
interface ReadPage<Row> {
  readonly data: Page<Row> | undefined;
  readonly error: Error | null;
}

export interface Pages<Row> {
  readonly total: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** `undefined` until its page is loaded. */
  row(index: number): Row | undefined;
  /** The index of a loaded row. */
  find(isWanted: (row: Row) => boolean): number | undefined;
}

/** @param numbers of the pages @param pages in the same order @param size rows of a page */
export function joinPages<Row>(
  numbers: readonly number[],
  pages: readonly ReadPage<Row>[],
  size: number,
): Pages<Row> {
  const loaded = new Map(
    numbers.flatMap((number, index) => {
      const data = pages[index]?.data;
      return data === undefined ? [] : [[number, data] as const];
    }),
  );
  return {
    total: pages.find(({ data }) => data !== undefined)?.data?.total ?? 0,
    isLoading: pages.some(({ data, error }) => data === undefined && error === null),
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    row: (index) => loaded.get(Math.floor(index / size))?.rows[index % size],
    find(isWanted) {
      for (const [number, { rows }] of loaded) {
        const at = rows.findIndex(isWanted);
        if (at >= 0) return number * size + at;
      }
      return undefined;
    },
  };
}

export interface PagedList<Row, Key> {
  readonly size: number;
  query(page: number): Pick<UseQueryOptions<Page<Row>>, 'queryKey' | 'queryFn' | 'placeholderData'>;
  keyOf(row: Row): Key;
}

/** @returns the pages, and a callback for the first and last row near the screen */
export function usePages<Row, Key>({
  size,
  query,
}: PagedList<Row, Key>): readonly [Pages<Row>, (first: number, last: number) => void] {
  const { isInFront } = useScreen();
  const [range, setRange] = useState<PageRange>({ from: 0, to: 0 });
  const onRows = useCallback(
    (first: number, last: number) => {
      const next = pagesOf(first, last, size);
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    },
    [size],
  );
  const numbers = useMemo(() => numbersOf(range), [range]);
  const read = useQueries({
    queries: numbers.map((page) => ({ ...query(page), enabled: isInFront })),
    combine: readPages,
  });
  const pages = useMemo(() => joinPages(numbers, read, size), [numbers, read, size]);
  return [pages, onRows];
}

/** For `combine` of `useQueries`: the same list while no page changes. */
export function readPages<Data>(read: readonly UseQueryResult<Data>[]) {
  return read.map(({ data, error }) => ({ data, error }));
}

/** Finds a row of a loaded page; it may have moved by one page since. */
export function findLoaded<Row, Key>(
  client: QueryClient,
  { size, query, keyOf }: PagedList<Row, Key>,
  { key, index }: RowPlace<Key>,
): { readonly row: Row; readonly index: number } | undefined {
  const page = Math.floor(index / size);
  for (const each of [page, page - 1, page + 1]) {
    const rows = client.getQueryData<Page<Row>>(query(each).queryKey)?.rows ?? [];
    const at = rows.findIndex((row) => keyOf(row) === key);
    const row = rows[at];
    if (row !== undefined) return { row, index: each * size + at };
  }
  return undefined;
}

/** Loads the pages that steps need, unless they are loaded and unchanged. */
export function pageSource<Row, Key>(
  client: QueryClient,
  list: PagedList<Row, Key>,
): Omit<RowSource<Key>, 'view'> {
  const { size, query, keyOf } = list;
  const load = (page: number) =>
    client.fetchQuery<Page<Row>>({ ...query(page), staleTime: Infinity });
  return {
    count: async () => (await load(0)).total,
    indexOf: (place) => findLoaded(client, list, place)?.index,
    async keys(first, last) {
      const from = Math.floor(first / size);
      const found: Key[] = [];
      for (let page = from; page * size <= last; page++) {
        found.push(...(await load(page)).rows.map(keyOf));
      }
      return found.slice(first - from * size, last - from * size + 1);
    },
  };
}
