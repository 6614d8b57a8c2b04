/** Keeps the form and its picture for the next session, as soon as they change. */
import { useEffect, useRef } from 'react';
import type { Settings } from '../../../shared/contract/settings.ts';
import { useUpdateSettings } from '../../backend/settings.ts';
import { useWellState } from '../../wells/index.ts';
import { useVideo, useVideoSession } from './session/index.ts';

/** A slider that is dragged is saved when it rests, ms. */
const REST = 250;

export function useKeptForm(): void {
  const { well } = useVideoSession();
  const isRestored = useVideo((state) => state.isRestored);
  const form = useVideo((state) => state.form);
  const { photo, isOpening } = useWellState(well);
  const photoId = photo?.id ?? null;
  const update = useUpdateSettings();
  const latest = useRef(update);
  useEffect(() => {
    latest.current = update;
  });
  const saved = useRef<Partial<Settings>>(undefined);

  useEffect(() => {
    if (!isRestored || isOpening) return undefined;
    if (saved.current === undefined) {
      saved.current = { videoForm: form, videoPhotoId: photoId };
      return undefined; // they have just been read
    }
    if (saved.current.videoForm === form && saved.current.videoPhotoId === photoId) {
      return undefined;
    }
    const save = (): void => {
      saved.current = { videoForm: form, videoPhotoId: photoId };
      latest.current(saved.current);
    };
    const timer = setTimeout(save, REST);
    window.addEventListener('pagehide', save, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [isRestored, isOpening, form, photoId]);
}
