/** The tools that select: they read the photo with its results, and work in a thread of their own. */
import sharp from 'sharp';
import type {
  ObjectRequest,
  SelectedPixels,
  Spot,
  TextLineFound,
} from '../../../shared/contract/selection.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  rectOfSize,
  type Point,
  type Rect,
} from '../../../shared/geometry/rect.ts';
import type { FileStore } from '../library/file-store.ts';
import { namingDamage } from '../library/name-damage.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import { surroundingsOf } from './object-area.ts';
import type { FoundLine, FoundPixels, HeldPicture, SelectionWork, WorkKind } from './messages.ts';
import { readPart, workingSize } from './picture-part.ts';
import type { SelectionThread } from './selection-thread.ts';

/** Pixels of the part that is worked on; a larger part is made smaller. */
const MOST_PIXELS = {
  /** Read ahead, before there is an order. */
  warm: 36_000_000,
  object: 36_000_000,
  line: 36_000_000,
  wand: 48_000_000,
  spots: 36_000_000,
  spotsView: 6_000_000,
  text: 4_000_000,
} as const;

/** See the file comment. Each may throw AppError `not-found`, `storage`, `cancelled`, `tool-unavailable`. */
export interface Selection {
  warm(photoId: string, within: Rect | undefined, forObject: boolean): Promise<void>;
  release(): void;
  object(request: ObjectRequest, signal?: AbortSignal): Promise<SelectedPixels>;
  line(
    photoId: string,
    order: SelectionWork['line']['order'],
    signal?: AbortSignal,
  ): Promise<SelectedPixels & Pick<FoundLine, 'path'>>;
  wand(
    photoId: string,
    order: SelectionWork['wand']['order'],
    signal?: AbortSignal,
  ): Promise<SelectedPixels>;
  spots(
    photoId: string,
    sensitivity: number,
    signal?: AbortSignal,
  ): Promise<{ spots: readonly Spot[]; isCut: boolean }>;
  /** A PNG that shows faint spots. */
  spotsView(photoId: string, sensitivity: number): Promise<Uint8Array<ArrayBuffer>>;
  text(photoId: string, signal?: AbortSignal): Promise<{ lines: readonly TextLineFound[] }>;
  close(): Promise<void>;
}

/** A held picture as its key tells it. */
interface Held {
  readonly key: string;
  readonly look: string;
  readonly rect: Rect;
  /** Pixels of it for one of the photo. */
  readonly scale: number;
}

export function createSelection(parts: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly thread: SelectionThread;
}): Selection {
  const { photos, patches, thread } = parts;
  let held: Held | undefined;

  /** The part that the thread holds already where it will do, or a new one. */
  function partOf(photoId: string, rect: Rect, mostPixels: number) {
    const look = `${photoId} ${patches.appliedIds(photoId).join(' ')}`;
    const size = workingSize(rect, mostPixels);
    const scale = size.width / rect.width;
    if (
      held !== undefined &&
      held.key === thread.held() &&
      held.look === look &&
      containsRect(held.rect, rect) &&
      held.scale >= scale * 0.999
    ) {
      const { key } = held;
      // it is gone when the thread has ended meanwhile
      return { key, read: () => read(photoId, rect, mostPixels) };
    }
    const key = `${look} ${rect.x},${rect.y},${rect.width},${rect.height} ${size.width}`;
    held = { key, look, rect, scale };
    return { key, read: () => read(photoId, rect, mostPixels) };
  }

  async function read(
    photoId: string,
    rect: Rect,
    mostPixels: number,
  ): Promise<Omit<HeldPicture, 'key'>> {
    return await namingDamage(parts, photoId, async () => ({
      rect,
      ...(await readPart(photos.source(photoId), patches.applied(photoId), rect, mostPixels)),
    }));
  }

  function whole(photoId: string): Rect {
    return rectOfSize(photos.row(photoId));
  }

  async function run<Kind extends WorkKind>(
    kind: Kind,
    order: SelectionWork[Kind]['order'],
    part: { readonly photoId: string; readonly rect: Rect; readonly mostPixels: number },
    signal?: AbortSignal,
  ): Promise<SelectionWork[Kind]['answer']> {
    return await thread.run(kind, order, partOf(part.photoId, part.rect, part.mostPixels), signal);
  }

  return {
    async warm(photoId, wanted, forObject) {
      const photo = whole(photoId);
      const rect = wanted === undefined ? photo : intersectRects(wanted, photo);
      if (isEmptyRect(rect)) return;
      await run('hold', { forObject }, { photoId, rect, mostPixels: MOST_PIXELS.warm });
    },
    release: () => thread.release(),
    async object({ photoId, ...order }, signal) {
      const photo = photos.row(photoId);
      const request = { ...order, photo: { width: photo.width, height: photo.height } };
      const rect = surroundingsOf(request);
      if (isEmptyRect(rect)) return toSelected(NOTHING);
      const part = { photoId, rect, mostPixels: MOST_PIXELS.object };
      return toSelected(await run('object', request, part, signal));
    },
    async line(photoId, order, signal) {
      const part = { photoId, rect: whole(photoId), mostPixels: MOST_PIXELS.line };
      const { path, ...found } = await run('line', order, part, signal);
      return { ...toSelected(found), path };
    },
    async wand(photoId, order, signal) {
      const rect = whole(photoId);
      if (!isInside(order.point, rect)) {
        throw new AppError({
          kind: 'invalid-input',
          message: 'This point is beside the photo. Click on the photo.',
        });
      }
      const part = { photoId, rect, mostPixels: MOST_PIXELS.wand };
      return toSelected(await run('wand', order, part, signal));
    },
    async spots(photoId, sensitivity, signal) {
      const part = { photoId, rect: whole(photoId), mostPixels: MOST_PIXELS.spots };
      return await run('spots', { sensitivity }, part, signal);
    },
    async spotsView(photoId, sensitivity) {
      const rect = whole(photoId);
      const mostPixels = MOST_PIXELS.spotsView;
      const { rgb, ...size } = await readPart(
        photos.source(photoId),
        patches.applied(photoId),
        rect,
        mostPixels,
      );
      const key = `view ${photoId}`;
      const picture = { key, read: () => Promise.resolve({ rect, rgb, ...size }) };
      const view = await thread.run('spotsView', { sensitivity }, picture);
      const raw = { width: size.width, height: size.height, channels: 1 } as const;
      return Uint8Array.from(await sharp(view, { raw }).png({ compressionLevel: 2 }).toBuffer());
    },
    async text(photoId, signal) {
      const part = { photoId, rect: whole(photoId), mostPixels: MOST_PIXELS.text };
      return await run('text', {}, part, signal);
    },
    close: () => thread.close(),
  };
}

const NOTHING: FoundPixels = {
  bounds: { x: 0, y: 0, width: 0, height: 0 },
  pixels: 0,
  tiles: new Uint8Array(new TextEncoder().encode('GMT1')),
  outlines: [],
};

function toSelected({ bounds, pixels, tiles, outlines }: FoundPixels): SelectedPixels {
  return { bounds, pixels, tiles: new Blob([tiles]), outlines };
}

function isInside({ x, y }: Point, rect: Rect): boolean {
  return x >= 0 && y >= 0 && x < rect.width && y < rect.height;
}
