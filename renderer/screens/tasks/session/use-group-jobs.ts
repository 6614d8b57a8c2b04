import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { queries } from '../../../core/backend/client.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { groupJobs } from '../model/task-rows.ts';

/** Most tasks of one open group; the rest of a larger one is found without groups. */
const MOST = 500;

export function useGroupJobs(groupIds: readonly string[]): ReadonlyMap<string, readonly Job[]> {
  const answers = useQueries({
    queries: groupIds.map((groupId) =>
      queries.jobs.list.queryOptions({ input: { groupId, limit: MOST }, staleTime: 0, gcTime: 0 }),
    ),
    combine: (results) => results.map(({ data }) => data),
  });
  const live = useJobs((state) => state.jobs);
  return useMemo(
    () =>
      new Map(
        groupIds.map((id, index) => [id, groupJobs(id, answers[index] ?? [], live)] as const),
      ),
    [groupIds, answers, live],
  );
}
