import { useDeferredValue, useMemo } from 'react';
import { dayHeadings } from '../../../features/rows/day-headings.ts';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import type { Selection } from '../../../features/rows/selection.ts';
import { startOf, type TaskRow as Row } from '../model/task-rows.ts';
import type { TaskPages } from '../session/use-task-pages.ts';
import listClasses from '../../../features/rows/List.module.css';
import { taskRowId, TASK_ROW_HEIGHT, TaskRow } from './TaskRow.tsx';
import { useTasks } from '../session/use-tasks.ts';

export function TaskList(props: {
  readonly rows: readonly Row[];
  readonly pages: Pick<TaskPages, 'hasMore' | 'loadMore'>;
  readonly steps: ListSteps<string>;
  readonly selection: Selection<string>;
  readonly onOpen: (key: string) => void;
}) {
  const { pages, steps, selection, onOpen } = props;
  // rendering a page of rows takes longer than a frame
  const rows = useDeferredValue(props.rows);
  const { keys, focus } = selection;
  const isByDay = useTasks(({ filter }) => filter.sort === 'newest');
  const days = useMemo(() => dayHeadings(rows.map(startOf)), [rows]);
  const focusIndex = rows.findIndex(({ key }) => key === focus?.key);
  return (
    <Rows
      label="Tasks"
      role="treegrid"
      isMultiSelectable
      menu="tasks.copy-id tasks.select-all"
      className={listClasses['rows']}
      handle={steps.rows}
      count={rows.length}
      isOpenEnded={pages.hasMore}
      loadMore={pages.hasMore ? pages.loadMore : undefined}
      rowHeight={TASK_ROW_HEIGHT}
      headingOf={isByDay ? (index) => days[index] : undefined}
      keyOf={(index) => rows[index]?.key ?? index}
      shown={focusIndex}
      focus={focus && { index: focusIndex, elementId: taskRowId(focus.key) }}
      onKeyDown={steps.onKeyDown}
      renderRow={(index, start) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <TaskRow
              key={row.key}
              row={row}
              start={start}
              index={index}
              isSelected={keys.has(row.key)}
              isFocused={row.key === focus?.key}
              onPress={steps.press}
              onOpen={onOpen}
            />
          )
        );
      }}
    />
  );
}
