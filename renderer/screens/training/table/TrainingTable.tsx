/** The list: rows of one height, only those near the screen on the page and in the window. */
import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { only, toggled, type PlacedRow } from '../model/selection.ts';
import { select, useTraining } from '../session/training-store.ts';
import { ROW_HEIGHT, rowElementId, TrainingRow } from './TrainingRow.tsx';
import { pagesOf, usePages, type PageRange, type Pages } from './use-pages.ts';
import { selectTo, useRowKeys } from './use-row-keys.ts';
import classes from './Table.module.css';

/** Rows kept ready above and below the screen. */
const OVERSCAN = 10;

const COLUMNS = ['Picture', 'Name', 'Size', 'State', 'Asset ID'] as const;

interface TrainingTableProps {
  readonly view: TrainingView;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onOpen: (file: TrainingFile) => void;
}

export function TrainingTable(props: TrainingTableProps) {
  const [range, setRange] = useState<PageRange>({ from: 0, to: 0 });
  const pages = usePages(props.view, range);
  const onRows = useCallback((first: number, last: number) => {
    const next = pagesOf(first, last);
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, []);
  return (
    <>
      {pages.error !== null && <ErrorNotice error={readError(pages.error)} />}
      <Rows {...props} pages={pages} onRows={onRows} />
    </>
  );
}

/** Scrolling draws this alone. */
function Rows(
  props: TrainingTableProps & {
    readonly pages: Pages;
    /** The first and the last row near the screen. */
    readonly onRows: (first: number, last: number) => void;
  },
) {
  const { view, scroller, onOpen, pages, onRows } = props;
  const selection = useTraining((state) => state.selection);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const list = useVirtualizer({
    count: pages.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = list.getVirtualItems();
  const first = items.at(0)?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRows(first, last), [onRows, first, last]);

  const onPress = useCallback(
    (row: PlacedRow, event: MouseEvent) => {
      const { selection: now } = useTraining.getState();
      if (event.shiftKey) void selectTo(view, row);
      else if (event.ctrlKey || event.metaKey) select(toggled(now, row));
      else select(only(row));
      scroller.current?.focus();
    },
    [scroller, view],
  );

  const onKeyDown = useRowKeys(
    pages,
    () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2),
    (index) => list.scrollToIndex(index),
  );

  // the keyboard is on the list when the screen opens
  const hasRows = pages.total > 0;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!hasRows || !isFirst.current) return;
    isFirst.current = false;
    if (document.activeElement === document.body) scroller.current?.focus();
  }, [hasRows, scroller]);

  const focusId = selection.focus?.id;
  const isFocusShown = items.some(({ index }) => pages.row(index)?.id === focusId);
  return (
    <div
      ref={scroller}
      className={classes['rows']}
      tabIndex={0}
      role="grid"
      aria-label="Training files"
      aria-multiselectable="true"
      aria-rowcount={pages.total + 1}
      aria-activedescendant={
        isFocusShown && focusId !== undefined ? rowElementId(focusId) : undefined
      }
      onKeyDown={onKeyDown}
    >
      <div className={classes['columns']} role="row" aria-rowindex={1}>
        {COLUMNS.map((title) => (
          <span key={title} role="columnheader">
            {title}
          </span>
        ))}
      </div>
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const file = pages.row(index);
          if (file === undefined) return null;
          return (
            <TrainingRow
              key={file.id}
              file={file}
              index={index}
              start={start}
              isSelected={selection.ids.has(file.id)}
              isFocused={file.id === focusId}
              onPress={onPress}
              onOpen={onOpen}
            />
          );
        })}
      </div>
      {pages.total === 0 && !pages.isLoading && (
        <Text size="sm" c="dimmed" ta="center" p="xl">
          No files match.
        </Text>
      )}
    </div>
  );
}
