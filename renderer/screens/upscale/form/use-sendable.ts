import { useMemo } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { learnRule } from '../../../../shared/geometry/upscale-size.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { sendableOf, type Sendable } from '../model/obstacle.ts';
import { useUpscale } from '../session/index.ts';
import { useUpscaleMeasures } from './use-measures.ts';

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
