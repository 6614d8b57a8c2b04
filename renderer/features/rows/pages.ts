/** Pages of a long list, loaded as they become visible. */

/** Inclusive. */
export interface PageRange {
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

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Rows of the list. */
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

/**
 * @param numbers of the pages
 * @param pages in the same order
 * @param size rows of a page
 */
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
