/** The earlier picture is the photo, the changed one a result with the step's opacity. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PatchBlend } from '../../../../shared/contract/patch-blend.ts';
import type { StepOf } from '../../../../shared/contract/recipes.ts';
import { rectOfSize, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import {
  fromRaw,
  readProfile,
  type PhotoSource,
  type RawPicture,
} from '../../vision/imaging/reading/photo-pixels.ts';
import { tilesOfPixels } from '../../vision/imaging/sent/mask-picture.ts';
import { encodeOverlay } from '../../vision/imaging/sent/region-picture.ts';
import { transaction } from '../../library/database.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { PatchBlends } from '../../library/patch-blends.ts';
import { byteSourceOfBytes } from '../../service/client/index.ts';
import { encodeMade, pixelsWith } from './made-picture.ts';
import { likeThis, blendInto } from './steps/blend.ts';
import type { RunDeps } from './run-deps.ts';

export interface PhotoAppearance {
  readonly photoId: string;
  readonly patchIds: readonly string[];
}

export type BlendOpening = ReturnType<typeof createBlendOpening>;

export function createBlendOpening(
  deps: Pick<RunDeps, 'photos' | 'patches'> & {
    readonly database: DatabaseSync;
    readonly files: Pick<FileStore, 'commit' | 'stage'>;
    readonly blends: Pick<PatchBlends, 'save'>;
  },
) {
  const { database, photos, patches, files, blends } = deps;

  const pixelsOf = ({ photoId, patchIds }: PhotoAppearance): Promise<RawPicture> =>
    pixelsWith(photos.source(photoId), patches.pictures(patchIds));

  async function pair(before: PhotoAppearance, changed: PhotoAppearance) {
    const after = await pixelsOf(changed);
    return { after, first: await likeThis(await pixelsOf(before), after) };
  }

  async function overlayOf(first: RawPicture, after: RawPicture, source: PhotoSource) {
    const [below, above] = await Promise.all([coloursOf(first), coloursOf(after)]);
    const rect = changedRect(below, above, after);
    if (rect === undefined) return undefined;
    const alpha = changedPixels(below, above, after, rect);
    const profile = await readProfile(source);
    const encode = (opacity: Uint8Array) =>
      encodeOverlay(above, rectOfSize(after), rect, opacity, profile);
    // Lists show the whole area, like an answer.
    const whole = await encode(new Uint8Array(alpha.length).fill(255));
    return { rect, alpha, overlay: await encode(alpha), whole };
  }

  async function stored(png: Uint8Array): Promise<string> {
    const staged = await files.stage(byteSourceOfBytes(png).open());
    return (await files.commit(staged, 'image/png')).id;
  }

  return {
    /** The earlier picture in the form of the changed one, as PNG. @throws AppError `not-found` */
    async base(before: PhotoAppearance, changed: PhotoAppearance): Promise<Uint8Array> {
      return await encodeMade(photos.source(changed.photoId), (await pair(before, changed)).first);
    },
    /** @returns the job of the result; `undefined` if both are equal */
    async lay(
      copyId: string,
      { strength, matchColors }: StepOf<'mix'>,
      before: PhotoAppearance,
      changed: PhotoAppearance,
    ): Promise<string | undefined> {
      const { first, after } = await pair(before, changed);
      // Colours are matched like in the step, because a result has no such setting.
      blendInto(after, first, { strength: 1, matchColors });
      const overlay = await overlayOf(first, after, photos.source(copyId));
      if (overlay === undefined) return undefined;
      const { rect, alpha } = overlay;
      const overlayFileId = await stored(overlay.overlay);
      const answerFileId = await stored(overlay.whole);
      const jobId = randomUUID();
      const patchId = transaction(database, () =>
        patches.add({
          photoId: copyId,
          jobId,
          operation: 'recipe',
          rect,
          overlayFileId,
          answerFileId,
          mask: encodeMaskTiles(tilesOfPixels(alpha, rect)),
          parameters: { strength, matchColors },
          cost: undefined,
          isPractice: false,
          runId: undefined,
          patchIds: [],
          durationMilliseconds: 0,
        }),
      );
      const blend: PatchBlend = { opacity: strength, feather: 0, strokes: [] };
      await blends.save(copyId, patchId, blend);
      return jobId;
    },
  };
}

/** 8-bit RGB, as in overlays. */
async function coloursOf(picture: RawPicture): Promise<Uint8Array> {
  return await fromRaw(picture)
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();
}

function changedRect(a: Uint8Array, b: Uint8Array, { width, height }: Size): Rect | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      if (a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** 255 where they differ, one byte a pixel of the area. */
function changedPixels(a: Uint8Array, b: Uint8Array, { width }: Size, rect: Rect): Uint8Array {
  const alpha = new Uint8Array(rect.width * rect.height);
  for (let y = 0, index = 0; y < rect.height; y += 1) {
    let at = ((rect.y + y) * width + rect.x) * 3;
    for (let x = 0; x < rect.width; x += 1, at += 3, index += 1) {
      if (a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2]) alpha[index] = 255;
    }
  }
  return alpha;
}
