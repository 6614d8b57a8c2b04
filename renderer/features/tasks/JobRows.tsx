/** The list of jobs. Only those near the screen are on the page, however many there are. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { JobEntry } from '../../jobs/JobEntry.tsx';
import { useJobActions } from '../../jobs/job-actions.ts';
import { showScreen } from '../../screen/navigation.ts';
import classes from './Tasks.module.css';
import type { JobPages } from './use-job-pages.ts';

const ROWS = {
  /** Height of a job that has ended well, CSS pixels; the others are measured. */
  estimate: 96,
  gap: 8,
  /** Rows kept ready above and below the screen. */
  overscan: 6,
} as const;

export function JobRows({ pages }: { readonly pages: JobPages }) {
  const { jobs, hasMore, loadMore } = pages;
  const actions = useJobActions();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const rows = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROWS.estimate,
    getItemKey: (index) => jobs[index]?.id ?? index,
    gap: ROWS.gap,
    overscan: ROWS.overscan,
  });
  const items = rows.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  const isNearEnd = lastIndex >= jobs.length - ROWS.overscan;
  useEffect(() => {
    if (hasMore && isNearEnd) loadMore();
  }, [hasMore, isNearEnd, loadMore]);
  return (
    <div ref={scroller} className={classes['rows']} tabIndex={0} role="feed" aria-label="Tasks">
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {items.map(({ key, index, start }) => {
          const job = jobs[index];
          if (job === undefined) return null;
          const { subject } = job;
          return (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={classes['row']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <JobEntry
                job={job}
                actions={actions}
                onOpen={
                  subject === undefined
                    ? undefined
                    : () => showScreen('studio', { kind: 'open-photo', photoId: subject.photoId })
                }
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
