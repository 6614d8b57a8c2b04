/** Virtual scrolling: only rows near the screen are rendered. */
import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  useVirtualizer,
  type Range,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect } from 'react';

/** Rows rendered on each side of the visible ones. */
const OVERSCAN = 8;

/** All sizes are CSS pixels. */
export interface RowsOptions {
  readonly count: number;
  scroller(): HTMLElement | null;
  /**
   * The height of a row, or its width in a horizontal list; an estimate where rows are measured.
   */
  readonly size: number | ((index: number) => number);
  /** Stable while the row exists; its index if missing. */
  keyOf?(index: number): string | number;
  readonly isHorizontal?: boolean;
  readonly gap?: number;
  /** Before the first and after the last row. */
  readonly padding?: number;
  /** Height of everything above the list in the same scroller. */
  readonly above?: number;
  readonly overscan?: number;
  /** A row that is always rendered, such as the one that Tab goes to. */
  readonly kept?: number;
  /** A row that is scrolled into view when it changes. */
  readonly shown?: number;
  /** Called when the last rows come near; missing if there are no more. */
  readonly loadMore?: (() => void) | undefined;
  /** Whether rows may be rendered a frame after scrolling, as there is an overscan. */
  readonly isPatient?: boolean;
  /** Options for one list only. */
  readonly more?: Partial<Parameters<typeof useVirtualizer<HTMLElement, HTMLElement>>[0]>;
}

export function useRows(options: RowsOptions) {
  const {
    count,
    scroller,
    size,
    keyOf,
    padding = 0,
    overscan = OVERSCAN,
    kept,
    loadMore,
  } = options;
  const shown = options.shown ?? -1;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: scroller,
    estimateSize: typeof size === 'number' ? () => size : size,
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    horizontal: options.isHorizontal === true,
    gap: options.gap ?? 0,
    paddingStart: padding,
    paddingEnd: padding,
    scrollMargin: options.above ?? 0,
    overscan,
    useFlushSync: options.isPatient !== true,
    rangeExtractor: (range) => withIndex(range, kept),
    ...KEPT_WHILE_HIDDEN,
    ...options.more,
  });
  const fixed = typeof size === 'number' ? size : undefined;
  // the size of rows that are not measured changes with the text size
  useLayoutEffect(() => {
    if (fixed !== undefined) virtualizer.measure();
  }, [virtualizer, fixed]);
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? -1) >= count - overscan;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, loadMore, count]);
  useEffect(() => {
    if (shown < 0) return undefined;
    // with the frame's own layout, as an earlier one would be another
    const frame = requestAnimationFrame(() => virtualizer.scrollToIndex(shown, { align: 'auto' }));
    return () => cancelAnimationFrame(frame);
  }, [virtualizer, shown]);
  return {
    items,
    total: virtualizer.getTotalSize(),
    virtualizer,
    scrollTo: (index: number): void => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

/**
 * Keeps the rows and their sizes while a panel or screen is hidden and nothing has a size: mounting
 * them again takes longer than a frame.
 */
const KEPT_WHILE_HIDDEN: Pick<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'observeElementRect' | 'measureElement'
> = {
  observeElementRect: (virtualizer, report) =>
    observeElementRect(virtualizer, (rect) => {
      if (rect.width > 0 || rect.height > 0) report(rect);
    }),
  measureElement(row, entry, virtualizer) {
    const size = measureElement(row, entry, virtualizer);
    if (size > 0) return size;
    const { itemSizeCache, options } = virtualizer;
    const index = virtualizer.indexFromElement(row);
    return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
  },
};

/** In ascending order, with `index` added if missing. */
function withIndex(range: Range, index = -1): number[] {
  const indices = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || indices.includes(index)) return indices;
  return [...indices, index].sort((a, b) => a - b);
}
