import { useMemo } from 'react';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import { useKeptState } from '../../../core/backend/kept-state.ts';
import { useRestored } from '../../../features/runs/use-restored.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function usePersistedForm(): void {
  const session = useFacesSession();
  useRestored(session, 'facesForm', 'usedFaces');

  const isRestored = useFaces((state) => state.isRestored);
  const crops = useFaces((state) => state.crops);
  const more = useFaces((state) => state.more);
  const responseType = useFaces((state) => state.responseType);
  const jobId = useFaces((state) => state.jobId) ?? null;
  const isLinked = useFaces((state) => state.isLinked);
  const isConsentRead = useFaces((state) => state.isConsentRead);
  const usedFaces = useFaces((state) => state.usedFaces);
  const face = usePictureSlotState(session.slots.face);
  const picture = usePictureSlotState(session.slots.picture);
  const faceId = face.photo?.id;
  const pictureId = picture.photo?.id;
  const isReady = isRestored && !face.isOpening && !picture.isOpening;
  const values = useMemo<Partial<ScreenState> | undefined>(() => {
    if (!isReady) return undefined;
    return {
      facesForm: {
        face: faceId === undefined ? null : { photoId: faceId, ...crops.face },
        picture: pictureId === undefined ? null : { photoId: pictureId, ...crops.picture },
        moreFaces: more.face,
        morePictures: more.picture,
        responseType,
        jobId,
        isLinked,
        isConsentRead,
      },
      usedFaces,
    };
  }, [
    isReady,
    faceId,
    pictureId,
    crops,
    more,
    responseType,
    jobId,
    isLinked,
    isConsentRead,
    usedFaces,
  ]);
  useKeptState(values);
}
