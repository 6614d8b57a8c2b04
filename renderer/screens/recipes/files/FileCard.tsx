import { Stack } from '@mantine/core';
import { memo } from 'react';
import { useRecipesSession } from '../session/screen.ts';
import classes from '../Recipes.module.css';
import { Facts, FilePicture, Judge } from './FileParts.tsx';
import { fileRowId, type FileRowProps } from './FileRow.tsx';

export const FileCard = memo(function FileCard(
  props: Omit<FileRowProps, 'start'> & { readonly column: number },
) {
  const { file, index, column, isDraft, isSelected, isFocused, onPress } = props;
  const { running } = useRecipesSession();
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
        if (before !== undefined) running.look(position);
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
          <Facts {...props} />
        </Stack>
        {!isDraft && <Judge runId={props.runId} file={file} />}
      </span>
    </div>
  );
});
