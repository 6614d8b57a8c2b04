import { useMemo } from 'react';
import { useKeptState } from '../../../core/backend/kept-state.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { useVideo, useVideoSession } from '../session/index.ts';

export function usePersistedForm(): void {
  const { slot } = useVideoSession();
  const isRestored = useVideo((state) => state.isRestored);
  const form = useVideo((state) => state.form);
  const { photo, isOpening } = usePictureSlotState(slot);
  const photoId = photo?.id ?? null;
  const isReady = isRestored && !isOpening;
  const values = useMemo(
    () => (isReady ? { videoForm: form, videoPhotoId: photoId } : undefined),
    [isReady, form, photoId],
  );
  useKeptState(values);
}
