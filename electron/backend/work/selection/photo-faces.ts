/** Finds faces of original photos, once per session. */
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import { rectOfSize } from '../../../../shared/geometry/rect.ts';
import { setNewest } from '../../../../shared/set-newest.ts';
import type { FileStore } from '../../library/file-store.ts';
import { withDamageReport } from '../../library/damage-report.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { Perception } from '../../vision/perception/perception.ts';
import { turnedPhoto } from '../export/turned-photo.ts';
import { os } from '../../service/common/procedures.ts';
import { readPart } from './picture-part.ts';
import { facesOf } from './select-people.ts';

/** Most photo pixels that are analysed. */
const MOST_PIXELS = 4_000_000;
/** Photos with cached faces. */
const MOST_KEPT = 200;

export function faceProcedures(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly perception: Perception;
}) {
  const { photos, perception } = deps;
  const kept = new Map<string, readonly PhotoFace[]>();

  async function detect(photoId: string, signal?: AbortSignal): Promise<readonly PhotoFace[]> {
    const whole = rectOfSize(photos.row(photoId));
    const picture = await withDamageReport(deps, photoId, () =>
      readPart(photos.source(photoId), [], whole, MOST_PIXELS),
    );
    const found = await facesOf(perception, picture, whole, signal);
    perception.release();
    return found;
  }

  return {
    find: os.faces.find.handler(async ({ input: { photoId }, signal }) => {
      const known = kept.get(photoId);
      if (known !== undefined) return { faces: known };
      const faces = await detect(photoId, signal);
      setNewest(kept, photoId, faces, MOST_KEPT);
      return { faces };
    }),
    turn: os.faces.turn.handler(({ input: { photoId, turn } }) =>
      withDamageReport(deps, photoId, () => turnedPhoto(photos, photoId, turn)),
    ),
  };
}
