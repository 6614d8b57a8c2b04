/** The list: rows of one height, only those near the screen on the page, moved through by keyboard. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { isPlaceKey, pageOf } from '../../../work/rows/place-after-key.ts';
import { moved, only, rangeTo, toggled } from '../model/selection.ts';
import type { TaskRow as Row } from '../model/task-rows.ts';
import { rowElementId, ROW_HEIGHT, TaskRow } from './TaskRow.tsx';
import { select, useTaskList } from '../session/task-store.ts';
import classes from '../Tasks.module.css';

/** Rows kept ready above and below the screen. */
const OVERSCAN = 8;

export function TaskList(props: {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly onOpen: (key: string) => void;
  /** The element that scrolls and has the keyboard. */
  readonly scroller: RefObject<HTMLDivElement | null>;
}) {
  const { scroller, rows, hasMore, loadMore, onOpen } = props;
  const selection = useTaskList((state) => state.selection);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  const items = list.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? -1) >= rows.length - OVERSCAN;
  useEffect(() => {
    if (hasMore && isNearEnd) loadMore();
  }, [hasMore, isNearEnd, loadMore]);

  const focusIndex = rows.findIndex(({ key }) => key === selection.focus);
  useEffect(() => {
    if (focusIndex >= 0) list.scrollToIndex(focusIndex, { align: 'auto' });
  }, [list, focusIndex]);

  const keys = useRef<readonly string[]>([]);
  useEffect(() => {
    keys.current = rows.map(({ key }) => key);
  }, [rows]);
  const onPress = useCallback(
    (key: string, event: MouseEvent) => {
      const { selection: now } = useTaskList.getState();
      if (event.shiftKey) select(rangeTo(now, keys.current, key));
      else if (event.ctrlKey || event.metaKey) select(toggled(now, key));
      else select(only(key));
      scroller.current?.focus();
    },
    [scroller],
  );

  return (
    <div
      ref={scroller}
      className={classes['rows']}
      tabIndex={0}
      role="treegrid"
      aria-label="Tasks"
      aria-multiselectable="true"
      aria-rowcount={hasMore ? -1 : rows.length}
      aria-activedescendant={
        items.some(({ index }) => index === focusIndex)
          ? rowElementId(selection.focus ?? '')
          : undefined
      }
      onKeyDown={(event) => {
        // arrows stay with the element in focus; elsewhere they are commands
        if (event.ctrlKey || event.metaKey || event.altKey || !isPlaceKey(event.key)) return;
        event.preventDefault();
        const page = pageOf(scroller.current, ROW_HEIGHT);
        select(moved(selection, keys.current, event.key, event.shiftKey, page));
      }}
    >
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TaskRow
              key={key}
              row={row}
              start={start}
              index={index}
              isChosen={selection.chosen.has(row.key)}
              isFocused={row.key === selection.focus}
              onPress={onPress}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
