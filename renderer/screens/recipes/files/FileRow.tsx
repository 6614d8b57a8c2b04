/** One file: before and after, how far it is, and its judgement. */
import { ActionIcon, Text, Tooltip, rem } from '@mantine/core';
import { IconCheck, IconPhoto, IconRefresh, IconX } from '@tabler/icons-react';
import { memo, type MouseEvent } from 'react';
import type { Judgement, RecipeFile, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import type { RowPlace } from '../../../work/rows/selection.ts';
import { fileSentence, fileState, planWords } from '../model/file-words.ts';
import { useRecipesSession } from '../session/screen.ts';
import classes from '../Recipes.module.css';

/** CSS pixels. */
export const ROW_HEIGHTS = { draft: 56, run: 116 } as const;

export function fileRowId(position: number): string {
  return `recipe-file-${position}`;
}

interface FileRowProps {
  readonly runId: string;
  readonly file: RecipeFile;
  readonly index: number;
  readonly start: number;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
  readonly isDraft: boolean;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly onPress: (row: RowPlace<number>, event: MouseEvent) => void;
}

export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, index, start, isDraft, isSelected, isFocused, onPress } = props;
  const { running } = useRecipesSession();
  const { position } = file;
  return (
    <div
      id={fileRowId(position)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={classes['row']}
      data-draft={isDraft || undefined}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      style={{ height: rem(ROW_HEIGHTS[isDraft ? 'draft' : 'run']), top: start }}
      onClick={(event) => onPress({ key: position, index }, event)}
      onDoubleClick={() => {
        if (file.before !== undefined) running.look(position);
      }}
    >
      <Picture url={file.before?.thumbnailUrl} label="Before" />
      {!isDraft && <Picture url={file.after?.thumbnailUrl} label="After" />}
      <Facts {...props} />
      <span role="gridcell">{!isDraft && <Judge runId={props.runId} file={file} />}</span>
    </div>
  );
});

function Picture({ url, label }: { readonly url: string | undefined; readonly label: string }) {
  return (
    <span role="gridcell" className={classes['picture']} aria-label={label}>
      {url === undefined ? (
        <IconPhoto size={18} aria-hidden />
      ) : (
        <img src={url} alt={label} decoding="async" draggable={false} />
      )}
    </span>
  );
}

function Facts({ file, recipe, isPractice, isDraft }: FileRowProps) {
  const { name, folder, plan, cost, after } = file;
  const sentence = fileSentence(file, recipe);
  const size = after === undefined ? [] : [`${after.width} × ${after.height}`];
  // until a call has left, nothing is paid
  const paid = isPractice || cost === undefined || cost === 0 ? [] : [formatMoney(cost)];
  const details = isDraft || after === undefined ? [] : [...size, ...paid];
  return (
    <span role="gridcell" className={classes['facts']}>
      <span className={classes['name']} title={folder === '' ? name : `${folder}/${name}`}>
        {name}
        {folder !== '' && (
          <Text span size="xs" c="dimmed">
            {' '}
            {folder}
          </Text>
        )}
      </span>
      <Text span size="xs" c={file.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {isDraft
          ? plan === undefined
            ? (file.error?.message ?? 'Not planned yet')
            : planWords(plan, isPractice)
          : [fileState(file), ...details].join(' · ')}
      </Text>
      {!isDraft && sentence !== '' && (
        <Text span size="xs" c="dimmed" className={classes['sentence'] ?? ''} title={sentence}>
          {sentence}
        </Text>
      )}
    </span>
  );
}

function Judge({ runId, file }: { readonly runId: string; readonly file: RecipeFile }) {
  const { running } = useRecipesSession();
  const { position, state, judgement, name } = file;
  if (state === 'failed') {
    return (
      <Tooltip label="Retry from the step that failed">
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`Retry ${name}`}
          onClick={(event) => {
            event.stopPropagation();
            void running.retry(runId, { positions: [position] });
          }}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      </Tooltip>
    );
  }
  if (state !== 'done' && state !== 'to-judge') return null;
  const press = (wanted: Judgement) => (event: MouseEvent) => {
    event.stopPropagation();
    const next = judgement === wanted ? 'none' : wanted;
    void running.judge(runId, { positions: [position] }, next);
  };
  return (
    <span className={classes['judge']}>
      <Tooltip label="Accept (A)">
        <ActionIcon
          variant={judgement === 'accepted' ? 'filled' : 'default'}
          color={judgement === 'accepted' ? 'teal' : 'gray'}
          size={30}
          aria-label={`Accept ${name}`}
          aria-pressed={judgement === 'accepted'}
          onClick={press('accepted')}
        >
          <IconCheck size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Reject (R)">
        <ActionIcon
          variant={judgement === 'rejected' ? 'filled' : 'default'}
          color={judgement === 'rejected' ? 'red' : 'gray'}
          size={30}
          aria-label={`Reject ${name}`}
          aria-pressed={judgement === 'rejected'}
          onClick={press('rejected')}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
