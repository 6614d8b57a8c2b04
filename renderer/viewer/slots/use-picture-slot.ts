import { useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Photo } from '../../../shared/contract/photos.ts';
import { backend } from '../../core/backend/client.ts';
import { importPicture } from '../../core/backend/media.ts';
import { readError } from '../../core/backend/read-error.ts';
import {
  createPictureSlot,
  type PictureSlot,
  type PictureSlotBackend,
  type PictureSlotState,
} from './picture-slot.ts';

const PURPOSE = 'picture';

const WELL_BACKEND: PictureSlotBackend = {
  importFile: (file) => importPicture(file, PURPOSE),
  takePhoto: (photoId) => backend.photos.asItLooks({ photoId, purpose: PURPOSE }),
  openSample: (sampleId) => backend.photos.openSample({ sampleId }),
  getPhoto: (photoId) => backend.photos.get({ photoId }),
  verify: (photoId) => backend.photos.verify({ photoId }),
  readError,
};

/** @param changed called when the user has picked another picture, or none */
export function usePictureSlot(changed: (photo: Photo | undefined) => void): PictureSlot {
  const onChanged = useEffectEvent(changed);
  const [slot] = useState(() => createPictureSlot(WELL_BACKEND, (photo) => onChanged(photo)));
  return slot;
}

export function usePictureSlotState(slot: PictureSlot): PictureSlotState {
  return useStore(slot.state);
}
