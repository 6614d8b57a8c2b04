import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { VideoMeasure } from '../../../../shared/contract/video.ts';
import { queries } from '../../../core/backend/client.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { cropPart, preparationOf, sideToSend } from '../model/form.ts';
import { planFrame, type FramePlan } from '../model/frame-plan.ts';
import { useVideo, useVideoSession } from '../session/index.ts';

export interface PhotoFramePlan extends FramePlan {
  readonly source: Photo;
}

/** `undefined` without a picture. */
export function useFramePlan(): PhotoFramePlan | undefined {
  const { slot } = useVideoSession();
  const { photo } = usePictureSlotState(slot);
  const form = useVideo((state) => state.form);
  const maxSide = useVideo((state) => state.maxSide);
  const chosen = useVideo((state) => state.part);
  const measures = useMeasures();
  const { resizeMode, responseType, padding } = form;
  return useMemo(() => {
    if (photo === undefined) return undefined;
    const part = cropPart({ padding, resizeMode }, chosen);
    const side = sideToSend(part ?? photo, { padding }, maxSide);
    const settings = { mode: resizeMode, responseType: responseType ?? 'mp4' } as const;
    return {
      source: photo,
      ...planFrame(photo, part, preparationOf({ padding }, side) ?? {}, settings, measures),
    };
  }, [photo, chosen, resizeMode, responseType, padding, maxSide, measures]);
}

const NOTHING: readonly VideoMeasure[] = [];

/** Refetched whenever a clip is done. */
export function useMeasures(): readonly VideoMeasure[] {
  const connection = useActiveConnection();
  const done = useJobs(({ jobs }) => {
    let count = 0;
    for (const { kind, state } of jobs.values()) if (kind === 'video' && state === 'done') count++;
    return count;
  });
  const { data } = useQuery({
    ...queries.video.measures.queryOptions({ input: { connectionId: connection?.id ?? '-' } }),
    queryKey: [...queries.video.measures.key(), connection?.id, done],
    enabled: connection !== undefined,
    placeholderData: (before) => before,
  });
  return data ?? NOTHING;
}
