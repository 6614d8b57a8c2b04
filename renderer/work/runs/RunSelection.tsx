/** Above a list while results of it are selected: how many, and what can be done with them. */
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RunActions } from './run-actions.ts';
import classes from './Runs.module.css';

/** Nothing where none is selected. */
export function RunSelection(props: {
  readonly runs: Pick<RunActions, 'remove' | 'select'>;
  readonly selected: readonly string[];
  /** A sentence behind the number. */
  readonly note?: string | undefined;
  /** Actions of the screen's own. */
  readonly children?: ReactNode;
}) {
  const { runs, selected, note = '', children } = props;
  if (selected.length === 0) return null;
  return (
    <div className={classes['bar']}>
      <Text size="xs" className={classes['grow'] ?? ''} role="status">
        {selected.length} selected{note}
      </Text>
      {children}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => void runs.remove(selected)}
      >
        Remove
      </Button>
      <Tooltip label="Deselect all (Escape)">
        <ActionIcon size={24} aria-label="Deselect all" onClick={() => runs.select([])}>
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
