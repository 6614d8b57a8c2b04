/** Keeps the form and its pictures for the next session, as soon as they change. */
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useUpdateSettings } from '../../backend/settings.ts';
import { useUpscale } from './session/index.ts';

/** A slider that is dragged is saved when it rests, ms. */
const REST = 250;

export function useKeptForm(): void {
  const isRestored = useUpscale((state) => state.isRestored);
  const form = useUpscale((state) => state.form);
  const photos = useUpscale((state) => state.photos);
  const kept = useMemo(
    () => ({ upscaleForm: form, upscalePhotoIds: photos.map(({ id }) => id) }),
    [form, photos],
  );
  const saved = useRef<typeof kept>(undefined);
  const update = useUpdateSettings();
  const save = useEffectEvent((next: typeof kept) => {
    saved.current = next;
    update(next);
  });

  useEffect(() => {
    if (!isRestored) return undefined;
    if (saved.current === undefined) {
      saved.current = kept; // they have just been read
      return undefined;
    }
    if (saved.current === kept) return undefined;
    const saveNow = (): void => save(kept);
    const timer = setTimeout(saveNow, REST);
    window.addEventListener('pagehide', saveNow, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', saveNow);
    };
  }, [isRestored, kept]);
}
