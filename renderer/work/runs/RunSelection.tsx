/** Above a list: saving all of it, and while results of it are selected, what can be done with those. */
import { Button, Text } from '@mantine/core';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { IconDeviceFloppy, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { JobPages } from '../jobs/use-job-pages.ts';
import type { RunActions } from './run-actions.ts';
import type { RunSaving } from './save-runs.ts';
import classes from './Runs.module.css';

/** Saves every result of the list, however long it is. */
export function SaveAllButton(props: {
  readonly runs: Pick<RunActions, 'save' | 'attempt'>;
  readonly pages: Pick<JobPages, 'jobs' | 'loadAll'>;
  readonly saving: RunSaving | undefined;
}) {
  const { runs, pages, saving } = props;
  return (
    <IconButton
      label="Save all"
      tip="Save all…"
      icon={<IconDeviceFloppy size={16} />}
      disabled={saving !== undefined || !pages.jobs.some(({ outputs }) => outputs.length > 0)}
      onClick={() => void saveAll(runs, pages)}
    />
  );
}

/** Reads the list to its end, and saves it. */
export async function saveAll(
  runs: Pick<RunActions, 'save' | 'attempt'>,
  pages: Pick<JobPages, 'loadAll'>,
): Promise<void> {
  await runs.attempt(async () => runs.save(await pages.loadAll()));
}

/** Nothing where none is selected and nothing is being saved. */
export function RunSelection(props: {
  readonly runs: Pick<RunActions, 'remove' | 'select' | 'save' | 'stopSaving'>;
  readonly selected: readonly string[];
  readonly saving: RunSaving | undefined;
  /** As the list has them. */
  readonly jobs: readonly Job[];
  /** A sentence behind the number. */
  readonly note?: string | undefined;
  /** Actions of the screen's own. */
  readonly children?: ReactNode;
}) {
  const { runs, selected, saving, jobs, note = '', children } = props;
  if (saving !== undefined) {
    return (
      <div className={classes['bar']}>
        <Text size="xs" className={classes['grow'] ?? ''} role="status">
          Saving {saving.done + 1} of {saving.total}
        </Text>
        <Button size="compact-xs" onClick={() => runs.stopSaving()}>
          Stop
        </Button>
      </div>
    );
  }
  if (selected.length === 0) return null;
  const ids = new Set(selected);
  const chosen = jobs.filter(({ id }) => ids.has(id));
  return (
    <div className={classes['bar']}>
      <Text size="xs" className={classes['grow'] ?? ''} role="status">
        {selected.length} selected{note}
      </Text>
      {children}
      <Button
        size="compact-xs"
        disabled={!chosen.some(({ outputs }) => outputs.length > 0)}
        onClick={() => void runs.save(chosen)}
      >
        Save
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => void runs.remove(selected)}
      >
        Remove
      </Button>
      <IconButton
        label="Deselect all"
        tip="Deselect all (Escape)"
        icon={<IconX size={16} />}
        size={24}
        onClick={() => runs.select([])}
      />
    </div>
  );
}
