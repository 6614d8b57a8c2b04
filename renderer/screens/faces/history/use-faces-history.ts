/** The face merges of the log, and the runs that the screen shows. */
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../work/jobs/jobs.ts';
import { useJobPages } from '../../../work/jobs/use-job-pages.ts';
import type { FacesHistory } from './HistoryList.tsx';
import { useFaces } from '../session/index.ts';

export function useFacesHistory(): FacesHistory {
  return useJobPages('merge-face');
}

/** The run that is shown, from the window's news or the list, which is read on until it is there. */
export function useShownJob({ jobs, hasMore, isLoading, loadMore }: FacesHistory): Job | undefined {
  const jobId = useFaces((state) => state.jobId);
  const live = useJobs((state) => (jobId === undefined ? undefined : state.jobs.get(jobId)));
  const job = live ?? jobs.find(({ id }) => id === jobId);
  const isFurther = jobId !== undefined && job === undefined && hasMore && !isLoading;
  const onFurther = useEffectEvent(loadMore);
  const { length } = jobs;
  useEffect(() => {
    if (isFurther) onFurther();
  }, [isFurther, length]);
  return job?.isRemoved === true ? undefined : job;
}

/** The runs of the group that is shown. */
export function useShownGroup({ jobs }: FacesHistory): readonly Job[] {
  const groupId = useFaces((state) => state.groupId);
  return useMemo(
    () => (groupId === undefined ? [] : jobs.filter(({ runId }) => runId === groupId)),
    [jobs, groupId],
  );
}
