import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Maximum of rows kept from the start of a selection. Copying includes all rows anyway. */
const MOST = 100;

interface Held {
  readonly first: number;
  readonly last: number;
}

/** Keeps rows of a selection mounted, in addition to the visible ones. */
export function useHeldRows(content: HTMLElement | null): (range: Range) => number[] {
  const [held, setHeld] = useState<Held>();
  const latest = useRef(held);
  useEffect(() => {
    if (content === null) return undefined;
    function onChange(): void {
      const next = selectedRows(content);
      const { current } = latest;
      if (next?.first === current?.first && next?.last === current?.last) return;
      latest.current = next;
      // flushed at once: the next key may scroll the selected rows away
      flushSync(() => setHeld(next));
    }
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [content]);
  return useCallback(
    (range) => {
      const shown = defaultRangeExtractor(range);
      if (held === undefined) return shown;
      const all = new Set(shown);
      const last = Math.min(held.last, held.first + MOST, range.count - 1);
      for (let index = held.first; index <= last; index++) all.add(index);
      if (held.last < range.count) all.add(held.last);
      return [...all].sort((a, b) => a - b);
    },
    [held],
  );
}

function selectedRows(content: HTMLElement | null): Held | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || content === null) return undefined;
  if (!content.contains(selection.anchorNode)) return undefined;
  const anchor = rowOf(selection.anchorNode);
  const focus = rowOf(selection.focusNode) ?? anchor;
  if (anchor === undefined || focus === undefined) return undefined;
  return { first: Math.min(anchor, focus), last: Math.max(anchor, focus) };
}

function rowOf(node: Node | null): number | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const row = element?.closest<HTMLElement>('[data-index]');
  return row?.dataset['index'] === undefined ? undefined : Number(row.dataset['index']);
}
