import { useMemo } from 'react';
import { useKeptState } from '../../../core/backend/kept-state.ts';
import { useUpscale } from '../session/index.ts';

export function usePersistedForm(): void {
  const isRestored = useUpscale((state) => state.isRestored);
  const form = useUpscale((state) => state.form);
  const photos = useUpscale((state) => state.photos);
  const values = useMemo(
    () =>
      isRestored ? { upscaleForm: form, upscalePhotoIds: photos.map(({ id }) => id) } : undefined,
    [isRestored, form, photos],
  );
  useKeptState(values);
}
