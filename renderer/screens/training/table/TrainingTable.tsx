/** Virtualised: only rows near the viewport are rendered and loaded. */
import { Text, VisuallyHidden, Box, Progress, rem } from '@mantine/core';
import { useEffect, useRef, memo, type MouseEvent } from 'react';
import type { TrainingFile, TrainingView } from '../../../../shared/contract/training.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import { usePages } from '../../../features/rows/use-pages.ts';
import { filePages, useTraining, useTrainingSummary } from '../session/use-training.ts';
import listClasses from '../../../features/rows/List.module.css';
import classes from '../Training.module.css';
import { IconPhoto } from '@tabler/icons-react';
import { useSetting } from '../../../core/backend/settings.ts';
import { formatBytes } from '../../../core/ui/format.ts';
import type { RowPlace } from '../../../features/rows/selection.ts';
import { formatWord, noteOf, stateWord } from '../model/words.ts';
import shared from '../../../core/ui/shared.module.css';
import { SmallNote } from '../../../core/ui/variants.ts';

/** CSS pixels. */
const TRAINING_ROW_HEIGHT = 52;

function trainingRowId(id: number): string {
  return `training-row-${id}`;
}

interface TrainingRowProps {
  readonly file: TrainingFile;
  readonly index: number;
  readonly start: number;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly onPress: (row: RowPlace<number>, event: MouseEvent) => void;
  readonly onOpen: (file: TrainingFile) => void;
}

const TrainingRow = memo(function TrainingRow(props: TrainingRowProps) {
  const { file, index, start, isSelected, isFocused, onPress, onOpen } = props;
  const { id, name, folder, byteLength, width, height, format, state, assetId } = file;
  const note = noteOf(file, useSetting('trainingKeepsCameraData'));
  const hasAsset =
    assetId !== undefined && (state === 'done' || state === 'duplicate' || state === 'unknown');
  return (
    <div
      id={trainingRowId(id)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes['row']}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      style={{ height: rem(TRAINING_ROW_HEIGHT), top: start }}
      onClick={(event) => onPress({ key: id, index }, event)}
      onDoubleClick={() => onOpen(file)}
    >
      <Box
        component="span"
        h="var(--gesso-control-lg)"
        className={shared['thumb'] ?? ''}
        role="gridcell"
      >
        {file.thumbnailUrl === undefined ? (
          <IconPhoto size={16} />
        ) : (
          <img
            style={{ objectFit: 'contain' }}
            src={file.thumbnailUrl}
            alt=""
            decoding="async"
            draggable={false}
          />
        )}
      </Box>
      <span role="gridcell" className={classes['cell']}>
        <span>
          {name}
          {folder !== '' && <span className={shared['small']}> {folder}</span>}
        </span>
        {hasAsset && <Note words={note} />}
      </span>
      <span role="gridcell" className={classes['cell']}>
        <span>{width === undefined || height === undefined ? '' : `${width} × ${height}`}</span>
        <span className={shared['small']}>
          {format === undefined ? '' : `${formatWord(format)}, `}
          {formatBytes(byteLength)}
        </span>
      </span>
      <span role="gridcell" aria-colspan={hasAsset ? undefined : 2} className={classes['cell']}>
        <span data-state={state}>
          {state !== 'ready' && <span>{stateWord(state)}</span>}
          {state === 'sending' && <RowProgress id={id} />}
        </span>
        {!hasAsset && <Note words={note} />}
      </span>
      {hasAsset && (
        <span role="gridcell" className={classes['cell']}>
          <span className={shared['numbers']}>{assetId}</span>
        </span>
      )}
    </div>
  );
});

/** Next to the state, or below the name if the asset ID needs the room. */
function Note({ words }: { readonly words: string }) {
  if (words === '') return null;
  return <span className={shared['small']}>{words}</span>;
}

/** A component of its own, because the counters change many times a second. */
function RowProgress({ id }: { readonly id: number }) {
  const { data: percent = 0 } = useTrainingSummary((summary) => {
    const active = summary.active.find((each) => each.id === id);
    if (active === undefined || active.byteLength === 0) return 0;
    // 100 % waits for the storage's answer after the last byte
    return Math.min(99, Math.floor((active.sentBytes / active.byteLength) * 100));
  });
  return (
    <>
      <Progress
        flex={1}
        miw="var(--gesso-space-lg)"
        size="xs"
        value={percent}
        aria-label="Uploaded"
      />
      <SmallNote span>{percent} %</SmallNote>
    </>
  );
}

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
        className={listClasses['scroller']}
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
