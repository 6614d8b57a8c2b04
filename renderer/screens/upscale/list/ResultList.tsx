/** All enlargements, newest first; tries that were started together are one entry. */
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { readError } from '../../../base/backend/read-error.ts';
import type { JobPages } from '../../../work/jobs/use-job-pages.ts';
import { usePanelScroller } from '../../../base/screen/ScreenPanel.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { useRows } from '../../../work/rows/use-rows.ts';
import { resultEntries, type ResultEntry } from '../model/result-entries.ts';
import { useUpscale } from '../session/index.ts';
import classes from './List.module.css';
import { ResultCard } from './ResultCard.tsx';
import { TriesCard } from './TriesCard.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';

/** Height of an entry with its gap, CSS pixels at 100 % text size. */
const ROW_HEIGHT = 84;

export function ResultList({ pages }: { readonly pages: JobPages }) {
  const { jobs, error, isLoading } = pages;
  const entries = useMemo(() => resultEntries(jobs), [jobs]);
  if (error !== null) {
    return <ErrorNotice error={readError(error)} actions={{ retry: () => pages.reload() }} />;
  }
  if (entries.length > 0) return <Entries entries={entries} pages={pages} />;
  return isLoading ? (
    <Loading label="Loading results" size="sm" mx="auto" />
  ) : (
    <Text size="sm" c="dimmed" ta="center" py="lg">
      No results yet.
    </Text>
  );
}

function Entries(props: { readonly entries: readonly ResultEntry[]; readonly pages: JobPages }) {
  const { entries, pages } = props;
  const { hasMore, loadMore } = pages;
  const scroller = usePanelScroller();
  const openId = useUpscale((state) => state.openId);
  const openIndex = entries.findIndex((entry) => entry.kind === 'job' && entry.job.id === openId);
  const { items, total } = useRows({
    count: entries.length,
    scroller: () => scroller,
    size: ROW_HEIGHT,
    isPatient: true,
    shown: openIndex,
    loadMore: hasMore ? loadMore : undefined,
  });
  return (
    <>
      <div role="feed" aria-label="Results" className={classes['list']} style={{ height: total }}>
        {items.map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <div
              key={entry.id}
              className={classes['row']}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            >
              {entry.kind === 'job' ? (
                <ResultCard job={entry.job} />
              ) : (
                <TriesCard jobs={entry.jobs} />
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}
