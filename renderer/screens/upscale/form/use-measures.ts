/** Sizes that answers of the active connection have shown; refetched after each result. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UpscaleMeasure } from '../../../../shared/geometry/upscale-size.ts';
import { queries } from '../../../core/backend/client.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';

const NONE: readonly UpscaleMeasure[] = [];

export function useUpscaleMeasures(): readonly UpscaleMeasure[] {
  const connection = useActiveConnection();
  const jobs = useJobs((state) => state.jobs);
  const done = useMemo(
    () =>
      [...jobs.values()].filter(({ kind, state }) => kind === 'upscale' && state === 'done').length,
    [jobs],
  );
  const { data } = useQuery({
    ...queries.upscale.measures.queryOptions({ input: { connectionId: connection?.id ?? '' } }),
    queryKey: ['upscale measures', connection?.id, done],
    enabled: connection !== undefined,
    placeholderData: (before) => before,
  });
  return data ?? NONE;
}
