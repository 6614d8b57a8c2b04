/** The rows of a long list that are near the screen; the others are not on the page. */
import {
  defaultRangeExtractor,
  useVirtualizer,
  type Range,
  type Virtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect } from 'react';

/** Rows kept ready on each side of those in sight. */
const OVERSCAN = 8;

/** See {@link useRows}. All sizes are CSS pixels. */
export interface RowsParts {
  readonly count: number;
  /** The element that scrolls. */
  scroller(): HTMLElement | null;
  /** The height of a row (its width where the list is horizontal); a guess where rows are measured. */
  readonly size: number | ((index: number) => number);
  /** Stays the same while the row is there. Missing: its place. */
  keyOf?(index: number): string | number;
  readonly isHorizontal?: boolean;
  readonly gap?: number;
  /** Before the first and after the last row. */
  readonly padding?: number;
  /** Height of everything above the list in the same scroller. */
  readonly above?: number;
  readonly overscan?: number;
  /** A row that is always on the page, such as the one that Tab goes to. */
  readonly kept?: number;
  /** A row that is brought into sight whenever it becomes another one. */
  readonly shown?: number;
  /** Reads on; called when the last rows come near. Missing: there is no more. */
  readonly loadMore?: (() => void) | undefined;
  /** Rows may come a frame later than the scroll: there are some in reserve. */
  readonly isPatient?: boolean;
  /** Options that only one list needs. */
  readonly more?: Partial<Parameters<typeof useVirtualizer<HTMLElement, HTMLElement>>[0]>;
}

export interface RowsInSight {
  readonly items: readonly VirtualItem[];
  /** The list as a whole, CSS pixels. */
  readonly total: number;
  readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  scrollTo(index: number): void;
}

export function useRows(parts: RowsParts): RowsInSight {
  const { count, scroller, size, keyOf, padding = 0, overscan = OVERSCAN, kept, loadMore } = parts;
  const shown = parts.shown ?? -1;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: scroller,
    estimateSize: typeof size === 'number' ? () => size : size,
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    horizontal: parts.isHorizontal === true,
    gap: parts.gap ?? 0,
    paddingStart: padding,
    paddingEnd: padding,
    scrollMargin: parts.above ?? 0,
    overscan,
    useFlushSync: parts.isPatient !== true,
    rangeExtractor: (range) => withIndex(range, kept),
    ...parts.more,
  });
  const fixed = typeof size === 'number' ? size : undefined;
  // rows that are not measured become others when the text does
  useLayoutEffect(() => {
    if (fixed !== undefined) virtualizer.measure();
  }, [virtualizer, fixed]);
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? -1) >= count - overscan;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, loadMore, count]);
  useEffect(() => {
    if (shown >= 0) virtualizer.scrollToIndex(shown, { align: 'auto' });
  }, [virtualizer, shown]);
  return {
    items,
    total: virtualizer.getTotalSize(),
    virtualizer,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

/** The indices in ascending order, with one more where it is missing. */
function withIndex(range: Range, index = -1): number[] {
  const indices = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || indices.includes(index)) return indices;
  return [...indices, index].sort((a, b) => a - b);
}
