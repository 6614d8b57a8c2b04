import { basename } from 'node:path';
import { containsRect, isEmptyRect, rectOfSize, type Rect } from '../../../shared/geometry/rect.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { openShown } from '../vision/imaging/reading/open-picture.ts';
import type { PhotoSource } from '../vision/imaging/reading/photo-pixels.ts';
import { createKeptPictures } from './kept-pictures.ts';
import type { PhotoStore } from './photo-store.ts';
import { stoppedFile, type CrashGuard } from './crash-guard.ts';

/** Sharp in a 96 px list at twice the screen's resolution. */
const THUMBNAIL = { side: 192, webpQuality: 80 } as const;

export function createPartThumbnails(
  photos: Pick<PhotoStore, 'row' | 'source'>,
  crashGuard: Pick<CrashGuard, 'guard'>,
) {
  const kept = createKeptPictures('This photo');
  return {
    /** Without results. @throws AppError `not-found`, `invalid-input`, `storage` */
    async get(photoId: string, wanted: Rect | undefined): Promise<Uint8Array> {
      const whole = rectOfSize(photos.row(photoId));
      const rect = wanted ?? whole;
      if (isEmptyRect(rect) || !containsRect(whole, rect)) {
        throw new AppError('invalid-input', 'This part is not in the photo.');
      }
      const { x, y, width, height } = rect;
      const make = async ({ path }: PhotoSource): Promise<Uint8Array> =>
        await (
          await openShown(path, { failOn: 'truncated' })
        )
          .extract({ left: x, top: y, width, height })
          .resize(THUMBNAIL.side, THUMBNAIL.side, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: THUMBNAIL.webpQuality })
          .toBuffer();
      return await kept.get(`${photoId} ${x} ${y} ${width} ${height}`, async () => {
        const source = photos.source(photoId);
        const refusal = () => stoppedFile(photos.row(photoId).name);
        return await crashGuard.guard(basename(source.path), refusal, () => make(source));
      });
    },
  };
}
