/** Earlier face merges, newest first: both pictures and the result of each. */
import { Group, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { JobPages } from '../../../work/jobs/use-job-pages.ts';
import { ListedRunsProvider } from '../../../work/runs/listed-runs.tsx';
import { runEntries, runsInOrder } from '../../../work/runs/run-entries.ts';
import { RunList } from '../../../work/runs/RunList.tsx';
import { RunSelection, SaveAllButton } from '../../../work/runs/RunSelection.tsx';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';
import { GroupEntry, HistoryEntry } from './HistoryEntry.tsx';

export function HistoryList({ pages }: { readonly pages: JobPages }) {
  const { runs } = useFacesSession();
  const shown = useFaces(({ groupId, jobId }) => groupId ?? jobId);
  const selected = useFaces((state) => state.selected);
  const saving = useFaces((state) => state.saving);
  const { jobs } = pages;
  const entries = useMemo(() => runEntries(jobs), [jobs]);
  return (
    <section aria-label="Earlier results" className={classes['fields']}>
      <Group justify="space-between">
        <Title order={2} size="sm">
          Earlier results
        </Title>
        <SaveAllButton runs={runs} pages={pages} saving={saving} />
      </Group>
      <RunSelection runs={runs} selected={selected} saving={saving} jobs={jobs} />
      <ListedRunsProvider order={useMemo(() => runsInOrder(entries), [entries])}>
        <RunList
          entries={entries}
          pages={pages}
          label="Earlier results"
          openId={shown}
          renderEntry={(entry) =>
            entry.kind === 'run' ? (
              <HistoryEntry job={entry.job} />
            ) : (
              <GroupEntry id={entry.id} jobs={entry.jobs} />
            )
          }
        />
      </ListedRunsProvider>
    </section>
  );
}
