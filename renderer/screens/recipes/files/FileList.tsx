import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { RecipeFileFilter, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { usePages } from '../../../features/rows/use-pages.ts';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import { useRecipes } from '../session/use-recipes.ts';
import classes from '../Recipes.module.css';
import { FileGrid } from './FileGrid.tsx';
import { fileRowId, FileRow, FILE_ROW_HEIGHT } from './FileRow.tsx';
import { filePages, type FileView } from './file-pages.ts';

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
