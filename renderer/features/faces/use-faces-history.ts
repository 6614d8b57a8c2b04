/** The face merges of the log, and the runs that the screen shows. */
import { useMemo } from 'react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { useJobs } from '../../jobs/index.ts';
import { useJobPages } from '../../jobs/use-job-pages.ts';
import type { FacesHistory } from './history/HistoryList.tsx';
import { useFaces } from './session/index.ts';

export function useFacesHistory(): FacesHistory {
  return useJobPages('merge-face');
}

/** The run that is shown, from the list or the window's news. */
export function useShownJob({ jobs }: FacesHistory): Job | undefined {
  const jobId = useFaces((state) => state.jobId);
  const live = useJobs((state) => (jobId === undefined ? undefined : state.jobs.get(jobId)));
  return live ?? jobs.find(({ id }) => id === jobId);
}

/** The runs of the group that is shown. */
export function useShownGroup({ jobs }: FacesHistory): readonly Job[] {
  const groupId = useFaces((state) => state.groupId);
  return useMemo(
    () => (groupId === undefined ? [] : jobs.filter(({ runId }) => runId === groupId)),
    [jobs, groupId],
  );
}
