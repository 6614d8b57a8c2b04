import { Flex, rem, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useImperativeHandle, useRef, type ReactNode, memo } from 'react';
import type { RecipeFile } from '../../../../shared/contract/recipes.ts';
import { useTextScale } from '../../../core/ui/text-scale.ts';
import type { Pages } from '../../../features/rows/use-pages.ts';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps, RowsHandle } from '../../../features/rows/use-row-steps.ts';
import { useRecipes } from '../session/use-recipes.ts';
import classes from '../Recipes.module.css';
import { FILE_CARD, columnsIn } from './card-grid.ts';
import { fileRowId, type FileRowProps } from './FileRow.tsx';
import { RecipeFileFacts, FilePicture, Judge } from './FileParts.tsx';

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

export function FileGrid(
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
