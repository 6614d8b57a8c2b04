/** The end of a tray: Save all, or the actions of selected results. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { IconButton } from '../../core/ui/IconButton.tsx';
import type { JobPages } from '../jobs/use-job-pages.ts';
import type { RunActions, RunState } from './run-actions.ts';
import shared from '../../core/ui/shared.module.css';
import { QuietButton, SmallStatus } from '../../core/ui/variants.ts';

/** Saves all results of the list, loaded or not. */
export function SaveAllButton(props: {
  readonly runs: Pick<RunActions, 'save' | 'attempt'>;
  readonly pages: Pick<JobPages, 'jobs' | 'loadAll'>;
}) {
  const { runs, pages } = props;
  return (
    <QuietButton
      color="gray"
      px="xs"
      disabled={!pages.jobs.some(({ outputs }) => outputs.length > 0)}
      onClick={() => void saveAll(runs, pages)}
    >
      Save all…
    </QuietButton>
  );
}

/** Loads the whole list and saves it. */
export async function saveAll(
  runs: Pick<RunActions, 'save' | 'attempt'>,
  pages: Pick<JobPages, 'loadAll'>,
): Promise<void> {
  await runs.attempt(async () => runs.save(await pages.loadAll()));
}

export function isRunSelectionShown({
  selected,
  saving,
}: Pick<RunState, 'selected' | 'saving'>): boolean {
  return selected.length > 0 || saving !== undefined;
}

export function RunSelection(props: {
  readonly runs: Pick<RunActions, 'remove' | 'select' | 'save' | 'stopSaving'>;
  readonly selected: readonly string[];
  readonly saving: RunState['saving'];
  /** In the order of the list. */
  readonly jobs: readonly Job[];
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}) {
  const { runs, selected, saving, jobs, note = '', children } = props;
  if (saving !== undefined) {
    return (
      <>
        <SmallStatus span className={shared['numbers'] ?? ''}>
          Saving {saving.done + 1} of {saving.total}
        </SmallStatus>
        <Button onClick={() => runs.stopSaving()}>Stop</Button>
      </>
    );
  }
  const ids = new Set(selected);
  const chosen = jobs.filter(({ id }) => ids.has(id));
  return (
    <>
      <SmallStatus span className={shared['numbers'] ?? ''}>
        {selected.length} selected{note}
      </SmallStatus>
      {children}
      <Button
        disabled={!chosen.some(({ outputs }) => outputs.length > 0)}
        onClick={() => void runs.save(chosen)}
      >
        Save
      </Button>
      <QuietButton color="gray" px="xs" onClick={() => void runs.remove(selected)}>
        Remove
      </QuietButton>
      <IconButton label="Deselect all" icon={<IconX size={16} />} onClick={() => runs.select([])} />
    </>
  );
}
