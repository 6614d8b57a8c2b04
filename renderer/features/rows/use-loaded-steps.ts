/** Keys and clicks of a list that holds its loaded rows in memory. */
import { useLayoutEffect, useRef } from 'react';
import { countUpTo, useRowSteps, type RowStepsDeps, type ListSteps } from './use-row-steps.ts';
import { sayError } from '../../core/backend/say-error.ts';

/** From the first one on. */
interface LoadedRows<Row, Key> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  readonly hasMore: boolean;
  /** Loads more, for Select all and End. */
  readonly read: () => Promise<unknown>;
}

/** @param list.view see `RowSource` */
export function useLoadedSteps<Row, Key>(
  loaded: LoadedRows<Row, Key>,
  list: Pick<RowStepsDeps<Key>, 'selection' | 'select'> & { readonly view: () => unknown },
): ListSteps<Key> {
  const latest = useRef(loaded);
  useLayoutEffect(() => {
    latest.current = loaded;
  });
  const now = () => ({
    count: latest.current.rows.length,
    hasMore: latest.current.hasMore,
    async read() {
      await latest.current.read();
      return true;
    },
  });
  return useRowSteps<Key>({
    source: {
      get view() {
        return list.view();
      },
      count: (upTo) => countUpTo(upTo, now),
      indexOf({ key }) {
        const { rows, keyOf } = latest.current;
        const index = rows.findIndex((row) => keyOf(row) === key);
        return index < 0 ? undefined : index;
      },
      keys(first, last) {
        const { rows, keyOf } = latest.current;
        return rows.slice(first, last + 1).map(keyOf);
      },
    },
    selection: list.selection,
    select: list.select,
    fail: sayError,
  });
}
