import type { PhotoTurn } from '../../../../shared/contract/faces.ts';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import {
  CROP,
  fitting,
  newCrop,
  turnedRect,
  WHOLE,
  widened,
  type Crop,
  type FaceSlot,
} from '../model/part.ts';
import { withoutFace, withUsedFaces } from '../model/used-faces.ts';
import type { FacesDeps } from './faces-deps.ts';

export function createSlotActions(
  { backend, store, slots, say, sayUndo }: FacesDeps,
  attempt: (action: () => Promise<void>) => Promise<void>,
) {
  const photoOf = (place: FaceSlot): Photo | undefined => slots[place].state.getState().photo;

  function setCrop(place: FaceSlot, changes: Partial<Crop>): void {
    store.setState(({ crops }) => ({
      crops: { ...crops, [place]: { ...crops[place], ...changes } },
    }));
  }

  function part(place: FaceSlot): FacePart | undefined {
    const photo = photoOf(place);
    return photo && { photoId: photo.id, ...fitting(photo, store.getState().crops[place]) };
  }

  function put(place: FaceSlot, photo: Photo | undefined, crop: Crop): void {
    slots[place].set(photo); // resets the crop
    setCrop(place, crop);
  }

  return {
    part,
    setCrop,
    /** @param seen visible part of the picture, for a new crop */
    toggleCrop(place: FaceSlot, seen?: Rect): void {
      const photo = photoOf(place);
      if (photo === undefined) return;
      const { rect } = store.getState().crops[place];
      setCrop(place, { rect: rect === null ? newCrop(photo, seen) : null });
    },
    widen(place: FaceSlot): void {
      const photo = photoOf(place);
      const { rect } = store.getState().crops[place];
      if (photo !== undefined && rect !== null) setCrop(place, { rect: widened(rect, photo) });
    },
    addBorder: (place: FaceSlot): void => setCrop(place, { border: CROP.border }),
    turn: (place: FaceSlot, turn: PhotoTurn): Promise<void> =>
      attempt(async () => {
        const photo = photoOf(place);
        if (photo === undefined || store.getState().turning !== undefined) return;
        store.setState({ turning: place });
        try {
          const turned = await backend.faces.turn({ photoId: photo.id, turn });
          if (photoOf(place)?.id !== photo.id) return;
          const crop = store.getState().crops[place];
          const rect = crop.rect && turnedRect(crop.rect, photo, turn);
          put(place, turned, { ...crop, rect });
        } finally {
          store.setState({ turning: undefined });
        }
      }),
    swap(): void {
      const { crops } = store.getState();
      const [face, picture] = [photoOf('face'), photoOf('picture')];
      put('face', picture, crops.picture);
      put('picture', face, crops.face);
    },
    /** Shows a message if the photo is gone. */
    async fill(place: FaceSlot, { photoId, ...crop }: FacePart): Promise<void> {
      const slot = slots[place];
      if (photoOf(place)?.id === photoId) slot.keep();
      else {
        const before = photoOf(place);
        await slot.restore(photoId);
        const { photo, isOpening } = slot.state.getState();
        if (photo?.id !== photoId) {
          // otherwise another one was chosen meanwhile
          if (photo === before && !isOpening) say('This picture is no longer in the library.');
          return;
        }
      }
      setCrop(place, { ...WHOLE, ...crop });
    },
    removeUsedFace(face: FacePart): void {
      const before = store.getState().usedFaces;
      store.setState({ usedFaces: withoutFace(before, face) });
      sayUndo('Removed the face from the row.', () => {
        store.setState(({ usedFaces }) => ({ usedFaces: withUsedFaces(usedFaces, [face]) }));
      });
    },
    addToMatrix(place: FaceSlot): void {
      const added = part(place);
      if (added === undefined) return;
      store.setState(({ more }) => ({
        more: { ...more, [place]: withUsedFaces(more[place], [added]) },
      }));
      put(place, undefined, WHOLE);
    },
    removeFromMatrix(place: FaceSlot, removed: FacePart): void {
      store.setState(({ more }) => ({
        more: { ...more, [place]: withoutFace(more[place], removed) },
      }));
    },
  };
}
