import { useMemo } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { type UpscaleMeasure, learnRule } from '../../../../shared/geometry/upscale-size.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { type Sendable, sendableOf } from '../model/obstacle.ts';
import { useUpscale } from '../session/index.ts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/backend/client.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';

const NONE: readonly UpscaleMeasure[] = [];

/** Sizes that answers of the active connection have shown; refetched after each result. */
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

export function useSendable(): Sendable<Photo> {
  const photos = useUpscale((state) => state.photos);
  const form = useUpscale((state) => state.form);
  const measures = useUpscaleMeasures();
  const unshown = useUnshown();
  return useMemo(
    () => sendableOf(photos, form, learnRule(measures).rule, unshown),
    [photos, form, measures, unshown],
  );
}
