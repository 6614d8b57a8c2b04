import { Box, Progress, rem, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { memo, type MouseEvent } from 'react';
import type { TrainingFile } from '../../../../shared/contract/training.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { formatBytes } from '../../../core/ui/format.ts';
import type { RowPlace } from '../../../features/rows/selection.ts';
import { formatWord, noteOf, stateWord } from '../model/words.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Training.module.css';
import { useTrainingSummary } from '../session/use-training.ts';

/** CSS pixels. */
export const TRAINING_ROW_HEIGHT = 52;

export function trainingRowId(id: number): string {
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

export const TrainingRow = memo(function TrainingRow(props: TrainingRowProps) {
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
        <span title={folder === '' ? name : `${folder}/${name}`}>
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
  return (
    <span className={shared['small']} title={words}>
      {words}
    </span>
  );
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
      <Text span size="xs" c="dimmed">
        {percent} %
      </Text>
    </>
  );
}
