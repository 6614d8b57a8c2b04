import { useMemo } from 'react';
import type { JobPages } from '../../features/jobs/use-job-pages.ts';
import { runEntries, runsInOrder } from '../../features/runs/run-entries.ts';
import { RunTray } from '../../features/runs/RunTray.tsx';
import { byUpscaler, isTry } from './model/results.ts';
import { useUpscale, useUpscaleSession } from './session/index.ts';
import { ResultCard, TriesCard } from './ResultCard.tsx';

export function ResultTray({ pages }: { readonly pages: JobPages }) {
  const { runs } = useUpscaleSession();
  const { jobs } = pages;
  const openId = useUpscale((state) => state.openId);
  const selected = useUpscale((state) => state.selected);
  const saving = useUpscale((state) => state.saving);
  const entries = useMemo(() => runEntries(jobs, { isGrouped: isTry, order: byUpscaler }), [jobs]);
  return (
    <RunTray
      screen="upscale"
      label="Results"
      entries={entries}
      order={useMemo(() => runsInOrder(entries), [entries])}
      pages={pages}
      runs={runs}
      state={{ selected, saving }}
      openId={openId}
      renderEntry={(entry) =>
        entry.kind === 'run' ? <ResultCard job={entry.job} /> : <TriesCard jobs={entry.jobs} />
      }
    />
  );
}
