/** The run that a screen shows. The list is loaded until it contains the run. */
import { useEffect, useEffectEvent } from 'react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { useJobs } from '../jobs/jobs.ts';
import type { JobPages } from '../jobs/use-job-pages.ts';

/** @returns `undefined` if none is shown, while loading, and after it was removed */
export function useShownRun(pages: JobPages, jobId: string | undefined): Job | undefined {
  const { jobs, hasMore, isLoading, loadMore } = pages;
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
