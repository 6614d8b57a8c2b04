import { useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Photo } from '../../../shared/contract/photos.ts';
import { backend } from '../../base/backend/client.ts';
import { importPicture } from '../../base/backend/media.ts';
import { readError } from '../../base/backend/read-error.ts';
import { createWell, type Well, type WellBackend, type WellState } from './well.ts';

const PURPOSE = 'picture';

const WELL_BACKEND: WellBackend = {
  importFile: (file) => importPicture(file, PURPOSE),
  takePhoto: (photoId) => backend.photos.asItLooks({ photoId, purpose: PURPOSE }),
  openSample: (sampleId) => backend.photos.openSample({ sampleId }),
  getPhoto: (photoId) => backend.photos.get({ photoId }),
  verify: (photoId) => backend.photos.verify({ photoId }),
  readError,
};

/** @param changed called when the user has picked another picture, or none */
export function useWell(changed: (photo: Photo | undefined) => void): Well {
  const onChanged = useEffectEvent(changed);
  const [well] = useState(() => createWell(WELL_BACKEND, (photo) => onChanged(photo)));
  return well;
}

export function useWellState(well: Well): WellState {
  return useStore(well.state);
}
