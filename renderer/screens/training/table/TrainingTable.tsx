/** Virtualised: only rows near the viewport are rendered and loaded. */
import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import { TRAINING_ROW_HEIGHT, trainingRowId, TrainingRow } from './TrainingRow.tsx';
import { usePages } from '../../../features/rows/use-pages.ts';
import { filePages, useTraining } from '../session/use-training.ts';
import classes from '../Training.module.css';

const COLUMNS = ['Picture', 'Name', 'Size', 'State', 'Asset ID'] as const;

export function TrainingTable(props: {
  readonly view: TrainingView;
  readonly steps: ListSteps<number>;
  readonly onOpen: (file: TrainingFile) => void;
}) {
  const { view, steps, onOpen } = props;
  const { keys, focus } = useTraining((state) => state.selection);
  const [pages, onRows] = usePages(filePages(view));

  // focuses the list when the screen opens
  const hasRows = pages.total > 0;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!hasRows || !isFirst.current) return;
    isFirst.current = false;
    if (document.activeElement === document.body) steps.rows.current?.focus();
  }, [hasRows, steps]);

  return (
    <>
      {pages.error !== null && <ErrorNotice error={readError(pages.error)} />}
      <Rows
        label="Training files"
        role="grid"
        isMultiSelectable
        menu="training.copy training.select-all"
        className={classes['rows']}
        handle={steps.rows}
        count={pages.total}
        rowHeight={TRAINING_ROW_HEIGHT}
        headHeight={32}
        focus={
          focus && {
            index: pages.find(({ id }) => id === focus.key) ?? -1,
            elementId: trainingRowId(focus.key),
          }
        }
        onKeyDown={steps.onKeyDown}
        onRows={onRows}
        head={
          <div className={classes['columns']} role="row" aria-rowindex={1}>
            {COLUMNS.map((title) => (
              <span key={title} role="columnheader">
                {title === COLUMNS[0] ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </span>
            ))}
          </div>
        }
        renderRow={(index, start) => {
          const file = pages.row(index);
          return (
            file !== undefined && (
              <TrainingRow
                key={file.id}
                file={file}
                index={index}
                start={start}
                isSelected={keys.has(file.id)}
                isFocused={file.id === focus?.key}
                onPress={steps.press}
                onOpen={onOpen}
              />
            )
          );
        }}
      >
        {pages.total === 0 && !pages.isLoading && (
          <Text c="dimmed" ta="center" p="xl">
            No files match.
          </Text>
        )}
      </Rows>
    </>
  );
}
