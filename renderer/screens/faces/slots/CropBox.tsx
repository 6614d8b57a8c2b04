import type { BoxStop } from '../../../../shared/geometry/box-edit.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { PictureBox } from '../../../viewer/stage/box/PictureBox.tsx';
import { CROP, type FaceSlot } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

const STOPS: Readonly<Record<BoxStop, string>> = {
  photo: 'edge of the picture',
  required: '',
  smallest: 'smallest size',
  largest: '',
};

const NOTHING = { x: 0, y: 0, width: 0, height: 0 };

export function CropBox({ place, photo }: { readonly place: FaceSlot; readonly photo: Size }) {
  const session = useFacesSession();
  const crop = useFaces((state) => state.crops[place]);
  if (crop.rect === null) return null;
  return (
    <PictureBox
      id={`crop-${place}`}
      name="Crop"
      rect={crop.rect}
      isGrabbedInside
      limits={() => ({
        photo,
        required: NOTHING,
        minSide: Math.min(CROP.least, photo.width, photo.height),
        maxPixels: Infinity,
      })}
      shaded={photo}
      stops={STOPS}
      onChange={(rect) => session.slotActions.setCrop(place, { rect })}
      onDelete={() => {
        session.slotActions.setCrop(place, { rect: null });
        return undefined;
      }}
    />
  );
}
