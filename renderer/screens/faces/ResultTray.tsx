import { useMemo } from 'react';
import type { JobPages } from '../../features/jobs/use-job-pages.ts';
import { runEntries, runsInOrder } from '../../features/runs/run-entries.ts';
import { RunTray } from '../../features/runs/RunTray.tsx';
import { useFaces, useFacesSession } from './session/index.ts';
import { GroupCard, ResultCard } from './ResultCard.tsx';

export function ResultTray({ pages }: { readonly pages: JobPages }) {
  const { runs } = useFacesSession();
  const shown = useFaces(({ groupId, jobId }) => groupId ?? jobId);
  const selected = useFaces((state) => state.selected);
  const saving = useFaces((state) => state.saving);
  const { jobs } = pages;
  const entries = useMemo(() => runEntries(jobs), [jobs]);
  return (
    <RunTray
      screen="faces"
      label="Results"
      entries={entries}
      order={useMemo(() => runsInOrder(entries), [entries])}
      pages={pages}
      runs={runs}
      state={{ selected, saving }}
      openId={shown}
      renderEntry={(entry) =>
        entry.kind === 'run' ? (
          <ResultCard job={entry.job} />
        ) : (
          <GroupCard id={entry.id} jobs={entry.jobs} />
        )
      }
    />
  );
}
