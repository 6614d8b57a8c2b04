import { Text, Flex, rem, Stack } from '@mantine/core';
import {
  useEffect,
  useCallback,
  useImperativeHandle,
  useRef,
  memo,
  type ReactNode,
  type MouseEvent,
} from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type {
  RecipeFileFilter,
  RecipeStep,
  RecipeFile,
} from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { usePages, type Pages } from '../../../features/rows/use-pages.ts';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps, RowsHandle } from '../../../features/rows/use-row-steps.ts';
import { useRecipes } from '../session/use-recipes.ts';
import classes from '../Recipes.module.css';
import { filePages, type FileView } from './file-pages.ts';
import { useElementSize } from '@mantine/hooks';
import { useTextScale } from '../../../core/ui/text-scale.ts';
import { FILE_CARD, columnsIn } from './card-grid.ts';
import { RecipeFileFacts, FilePicture, Judge } from './FileParts.tsx';
import type { RowPlace } from '../../../features/rows/selection.ts';

/** CSS pixels. */
const FILE_ROW_HEIGHT = 116;

function fileRowId(position: number): string {
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

const FileRow = memo(function FileRow(props: Omit<FileRowProps, 'isDraft'>) {
  const { file, index, start, isSelected, isFocused, onPress } = props;
  const { position } = file;
  return (
    <div
      id={fileRowId(position)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={classes['row']}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      style={{ height: rem(FILE_ROW_HEIGHT), top: start }}
      onClick={(event) => onPress({ key: position, index }, event)}
      onDoubleClick={() => {
        if (file.before !== undefined) useRecipes.setState({ previewedAt: position });
      }}
    >
      <span role="gridcell" className={classes['picture']} aria-label="Before">
        <FilePicture url={file.before?.thumbnailUrl ?? file.thumbnailUrl} label="Before" />
      </span>
      <span role="gridcell" className={classes['picture']} aria-label="After">
        <FilePicture url={file.after?.thumbnailUrl} label="After" />
      </span>
      <Stack component="span" role="gridcell" gap={0} flex={1} miw={0}>
        <RecipeFileFacts {...props} isDraft={false} />
      </Stack>
      <span role="gridcell">
        <Judge runId={props.runId} file={file} />
      </span>
    </div>
  );
});

const FileCard = memo(function FileCard(
  props: Omit<FileRowProps, 'start'> & { readonly column: number },
) {
  const { file, index, column, isDraft, isSelected, isFocused, onPress } = props;
  const { position, before, after, judgement } = file;
  return (
    <div
      id={fileRowId(position)}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isSelected}
      aria-label={file.name}
      className={classes['card']}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      data-judgement={judgement}
      onClick={(event) => onPress({ key: position, index }, event)}
      onDoubleClick={() => {
        if (before !== undefined) useRecipes.setState({ previewedAt: position });
      }}
    >
      <span>
        <span className={classes['picture']}>
          <FilePicture url={before?.thumbnailUrl ?? file.thumbnailUrl} label="Before" />
        </span>
        {!isDraft && (
          <span className={classes['picture']}>
            <FilePicture url={after?.thumbnailUrl} label="After" />
          </span>
        )}
      </span>
      <span>
        <Stack component="span" gap={0} flex={1} miw={0}>
          <RecipeFileFacts {...props} />
        </Stack>
        {!isDraft && <Judge runId={props.runId} file={file} />}
      </span>
    </div>
  );
});

function FileGrid(
  props: Pick<FileRowProps, 'runId' | 'recipe' | 'isPractice' | 'isDraft'> & {
    readonly pages: Pages<RecipeFile>;
    readonly steps: ListSteps<number>;
    readonly onFiles: (first: number, last: number) => void;
    readonly children: ReactNode;
  },
) {
  const { runId, recipe, isPractice, isDraft, pages, steps, onFiles } = props;
  const { keys, focus } = useRecipes((state) => state.selection);
  const { ref, width } = useElementSize();
  const columns = columnsIn(width, useTextScale());
  const rows = useRef<RowsHandle>(null);
  useImperativeHandle(
    steps.rows,
    () => ({
      focus: () => rows.current?.focus(),
      page: () => (rows.current?.page() ?? 1) * columns,
      columns: () => columns,
      scrollTo: (index) => rows.current?.scrollTo(Math.floor(index / columns)),
    }),
    [columns],
  );
  const onRows = useCallback(
    (first: number, last: number) => onFiles(first * columns, (last + 1) * columns - 1),
    [onFiles, columns],
  );
  const focused = focus && {
    index: Math.floor((pages.find(({ position }) => position === focus.key) ?? -1) / columns),
    elementId: fileRowId(focus.key),
  };

  function cell(index: number, column: number) {
    const file = pages.row(index);
    return (
      file !== undefined && (
        <FileCard
          key={file.position}
          runId={runId}
          file={file}
          index={index}
          column={column}
          recipe={recipe}
          isPractice={isPractice}
          isDraft={isDraft}
          isSelected={keys.has(file.position)}
          isFocused={file.position === focus?.key}
          onPress={steps.press}
        />
      )
    );
  }

  return (
    <Flex ref={ref} direction="column" flex={1} mih={0}>
      {width > 0 && (
        <Rows
          label={isDraft ? 'Files of the next run' : 'Files of the run'}
          role="grid"
          isMultiSelectable
          menu="recipes.all"
          className={classes['rows']}
          handle={rows}
          count={Math.ceil(pages.total / columns)}
          rowHeight={FILE_CARD.height + FILE_CARD.gap}
          overscan={3}
          focus={focused}
          onKeyDown={steps.onKeyDown}
          onRows={onRows}
          renderRow={(row, start) => (
            <div
              key={row}
              role="row"
              aria-rowindex={row + 1}
              style={{
                position: 'absolute',
                insetInline: 0,
                top: start,
                display: 'grid',
                gap: 'var(--gesso-space-md)',
                padding: 'var(--gesso-space-md) var(--gesso-space-lg) 0',
                height: rem(FILE_CARD.height + FILE_CARD.gap),
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {Array.from({ length: columns }, (_, column) => cell(row * columns + column, column))}
            </div>
          )}
        >
          {props.children}
        </Rows>
      )}
    </Flex>
  );
}

const WITHOUT_PICTURES: ReadonlySet<RecipeFileFilter> = new Set(['failed', 'left-out', 'waiting']);

export function FileList(props: {
  readonly view: FileView;
  readonly steps: ListSteps<number>;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
  readonly isDraft: boolean;
}) {
  const { view, steps, recipe, isPractice, isDraft } = props;
  const { keys, focus } = useRecipes((state) => state.selection);
  const [pages, onRows] = usePages(filePages(view));
  useReadAgain(view, isDraft);
  const isEmpty = pages.total === 0 && !pages.isLoading;
  const nothing = isEmpty && (
    <Text c="dimmed" ta="center" p="xl">
      No pictures here.
    </Text>
  );
  if (isDraft || !WITHOUT_PICTURES.has(view.filter)) {
    return (
      <>
        {pages.error !== null && <ErrorNotice error={readError(pages.error)} />}
        <FileGrid
          runId={view.runId}
          pages={pages}
          steps={steps}
          recipe={recipe}
          isPractice={isPractice}
          isDraft={isDraft}
          onFiles={onRows}
        >
          {nothing}
        </FileGrid>
      </>
    );
  }
  return (
    <>
      {pages.error !== null && <ErrorNotice error={readError(pages.error)} />}
      <Rows
        label="Files of the run"
        role="grid"
        isMultiSelectable
        menu="recipes.all"
        className={classes['rows']}
        handle={steps.rows}
        count={pages.total}
        rowHeight={FILE_ROW_HEIGHT}
        focus={
          focus && {
            index: pages.find(({ position }) => position === focus.key) ?? -1,
            elementId: fileRowId(focus.key),
          }
        }
        onKeyDown={steps.onKeyDown}
        onRows={onRows}
        renderRow={(index, start) => {
          const file = pages.row(index);
          return (
            file !== undefined && (
              <FileRow
                key={file.position}
                runId={view.runId}
                file={file}
                index={index}
                start={start}
                recipe={recipe}
                isPractice={isPractice}
                isSelected={keys.has(file.position)}
                isFocused={file.position === focus?.key}
                onPress={steps.press}
              />
            )
          );
        }}
      >
        {nothing}
      </Rows>
    </>
  );
}

/** Refetches the visible rows of a draft after a change; `useFollowRecipes` does it for runs. */
function useReadAgain({ runId, revision }: FileView, isDraft: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isDraft) void client.invalidateQueries({ queryKey: queries.recipes.files.key() });
  }, [client, runId, revision, isDraft]);
}
