/** All enlargements, newest first; tries that were started together are one entry. */
import { useMemo } from 'react';
import type { JobPages } from '../../../work/jobs/use-job-pages.ts';
import { ListedRunsProvider } from '../../../work/runs/listed-runs.tsx';
import { runEntries, runsInOrder } from '../../../work/runs/run-entries.ts';
import { RunList } from '../../../work/runs/RunList.tsx';
import { byUpscaler, isTry } from '../model/results.ts';
import { useUpscale } from '../session/index.ts';
import { ResultCard, TriesCard } from './ResultCard.tsx';

export function ResultList({ pages }: { readonly pages: JobPages }) {
  const { jobs } = pages;
  const openId = useUpscale((state) => state.openId);
  const entries = useMemo(() => runEntries(jobs, { isGrouped: isTry, order: byUpscaler }), [jobs]);
  return (
    <ListedRunsProvider order={useMemo(() => runsInOrder(entries), [entries])}>
      <RunList
        entries={entries}
        pages={pages}
        label="Results"
        openId={openId}
        renderEntry={(entry) =>
          entry.kind === 'run' ? <ResultCard job={entry.job} /> : <TriesCard jobs={entry.jobs} />
        }
      />
    </ListedRunsProvider>
  );
}
