import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { cropOfFace, partOfFace } from '../model/face-marks.ts';
import { isSamePart, type FaceSlot } from '../model/part.ts';
import { withoutFace, withUsedFaces } from '../model/used-faces.ts';
import type { FacesDeps } from './faces-deps.ts';

export type FaceFinder = ReturnType<typeof createFaceFinder>;

export function createFaceFinder({
  backend,
  store,
  slots,
}: Pick<FacesDeps, 'backend' | 'store' | 'slots'>) {
  const photoOf = (place: FaceSlot): Photo | undefined => slots[place].state.getState().photo;

  /** Asks once per photo. */
  async function find(place: FaceSlot, photo: Photo): Promise<void> {
    if (store.getState().found[photo.id] !== undefined) return;
    try {
      const { faces } = await backend.faces.find({ photoId: photo.id });
      store.setState(({ found }) => ({ found: { ...found, [photo.id]: faces } }));
      const [largest] = faces;
      const isMeant = photoOf(place)?.id === photo.id && store.getState().isRestored;
      // with several faces one has to be chosen: the largest, until another is clicked
      if (isMeant && largest !== undefined && faces.length > 1) {
        if (store.getState().crops[place].rect === null) choose(place, largest);
      }
    } catch (thrown) {
      // the slots work without marks, so the reason is shown instead
      const { kind } = readError(thrown);
      if (kind !== 'cancelled') store.setState({ cannotFind: true });
    }
  }

  function choose(place: FaceSlot, face: PhotoFace): void {
    const photo = photoOf(place);
    if (photo === undefined) return;
    store.setState(({ crops }) => ({
      crops: { ...crops, [place]: { ...crops[place], rect: cropOfFace(face, photo) } },
    }));
  }

  const stops = (['face', 'picture'] as const).map((place) => {
    const look = (): void => {
      const photo = photoOf(place);
      if (photo !== undefined) void find(place, photo);
    };
    look();
    return slots[place].state.subscribe((now, before) => {
      if (now.photo?.id !== before.photo?.id) look();
    });
  });

  return {
    choose,
    tick(place: FaceSlot, face: PhotoFace, isTicked: boolean): void {
      const photo = photoOf(place);
      if (photo === undefined) return;
      const part = partOfFace(face, photo);
      store.setState(({ more }) => {
        const others = more[place].filter((each) => !isSamePart(each, part));
        const list = isTicked ? withUsedFaces(others, [part]) : withoutFace(more[place], part);
        return { more: { ...more, [place]: list } };
      });
    },
    stop: (): void => stops.forEach((stop) => stop()),
  };
}
