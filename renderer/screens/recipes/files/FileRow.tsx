import { rem, Stack } from '@mantine/core';
import { memo, type MouseEvent } from 'react';
import type { RecipeFile, RecipeStep } from '../../../../shared/contract/recipes.ts';
import type { RowPlace } from '../../../features/rows/selection.ts';
import { useRecipes } from '../session/use-recipes.ts';
import classes from '../Recipes.module.css';
import { RecipeFileFacts, FilePicture, Judge } from './FileParts.tsx';

/** CSS pixels. */
export const FILE_ROW_HEIGHT = 116;

export function fileRowId(position: number): string {
  return `recipe-file-${position}`;
}

export interface FileRowProps {
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

export const FileRow = memo(function FileRow(props: Omit<FileRowProps, 'isDraft'>) {
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
