import type { PhotoTurn } from '../../../../shared/contract/faces.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { attachToPng } from '../../vision/imaging/writing/embed-metadata.ts';
import { turnedDensity } from '../../vision/imaging/reading/density.ts';
import {
  fromRaw,
  readDensity,
  readPixels,
  readProfile,
} from '../../vision/imaging/reading/photo-pixels.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { once } from '../../service/common/once.ts';

/** Fast, because the user is waiting. */
const PNG = { compressionLevel: 2, adaptiveFiltering: true } as const;

/** Clockwise. */
const DEGREES = { left: 270, right: 90 } as const;

/** Keeps 16 bits, transparency and profile. @throws AppError `not-found`, `damaged-file` */
export async function turnedPhoto(
  photos: Pick<PhotoStore, 'row' | 'source' | 'import'>,
  photoId: string,
  turn: PhotoTurn,
): Promise<Photo> {
  const { name } = photos.row(photoId);
  const source = photos.source(photoId);
  const picture = fromRaw(await readPixels(source));
  const turned = turn === 'mirror' ? picture.flop() : picture.rotate(DEGREES[turn]);
  const png = await turned.png(PNG).toBuffer();
  const [profile, upright] = await Promise.all([readProfile(source), readDensity(source)]);
  const density = turn === 'mirror' ? upright : turnedDensity(upright);
  return await photos.import(once(attachToPng(png, { profile, density })), name, 'picture');
}
