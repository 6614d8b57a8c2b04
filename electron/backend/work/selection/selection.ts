import sharp from 'sharp';
import type {
  ObjectRequest,
  PersonInPhoto,
  SelectedObject,
  SelectedPixels,
  TextLineFound,
} from '../../../../shared/contract/selection.ts';
import { AppError, cancelled, invalidInput } from '../../../../shared/errors/app-error.ts';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  rectArea,
  rectOfSize,
  sizeWithin,
  unionRects,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import type { FileStore } from '../../library/file-store.ts';
import { withDamageReport } from '../../library/damage-report.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { os } from '../../service/common/procedures.ts';
import { boundsOfCorners } from '../../vision/perception/join-lines.ts';
import { findText, isCoarseEnough } from '../../vision/perception/find-text.ts';
import { OBJECT_FRAME, type Perception } from '../../vision/perception/perception.ts';
import { createBounds } from './finder-geometry.ts';
import { COARSE_PIXELS, surroundingsOf } from './object-area.ts';
import type { FoundPixels, HeldPicture, SelectionWork, WorkKind } from './messages.ts';
import {
  createObjectFinder,
  outlinesOfSeen,
  type SelectingGesture,
  type ObjectFinder,
  type Sight,
} from './object-finder.ts';
import { readPart } from './picture-part.ts';
import { selectPeople } from './select-people.ts';
import type { ChosenPicture, SelectionThread } from './selection-thread.ts';

/** Most pixels of the loaded part; larger ones are scaled down. */
const MOST_PIXELS = {
  /** Colours and edges: a photo of 24 megapixels completely. */
  colour: 36_000_000,
  /** Text: few for the coarse pass, full resolution for parts. */
  text: { coarse: 2_000_000, fine: 36_000_000 },
  /** Faces: each is detected in a part of 192 pixels. */
  faces: 4_000_000,
  /** The picture that shows spots. */
  shown: 12_000_000,
} as const;

/** Search distance around the points of a line, pixels. */
const LINE_REACH = 200;

export type SelectionTools = ReturnType<typeof createSelection>;

interface FoundText {
  readonly lines: readonly TextLineFound[];
  /** The fine pass would find nothing more. */
  readonly isWhole: boolean;
}

interface Held {
  readonly key: string;
  readonly renderKey: string;
  readonly rect: Rect;
  /** Picture pixels per photo pixel. */
  readonly scale: number;
}

/** Whether a loaded scale suffices; both are pixels per photo pixel. */
type FitsScale = (held: number, wanted: number) => boolean;

const isAsFine: FitsScale = (held, wanted) => held >= wanted * 0.999;

interface SelectionDeps {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly thread: SelectionThread;
  readonly perception: Perception;
}

export function createSelection(deps: SelectionDeps) {
  const { photos, thread, perception } = deps;
  const { renderKeyOf, read, whole, run } = createPartWork(deps);
  let underWay: AbortController | undefined;

  /** @returns aborted by the next request, and by `signal` */
  function newest(signal: AbortSignal | undefined): AbortSignal {
    underWay?.abort();
    underWay = new AbortController();
    return signal === undefined ? underWay.signal : AbortSignal.any([underWay.signal, signal]);
  }

  const finder = createObjectFinder({
    perception,
    renderKeyOf,
    sizeOf: whole,
    read: (photoId, rect) => run('part', { rect, longest: OBJECT_FRAME }, photoId, rect),
  });

  /** `undefined` if the model is unavailable or crashed: colours are used instead. */
  async function sightOf(order: SelectingGesture, signal: AbortSignal): Promise<Sight | undefined> {
    if (perception.unavailable() !== undefined) return undefined;
    try {
      return await unlessAborted(finder.find(order, signal), signal);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'tool-unavailable') return undefined;
      throw error;
    }
  }

  const litAt = remembered(finder, renderKeyOf);

  async function object(
    { photoId, within, reading, ...order }: ObjectRequest,
    wanted?: AbortSignal,
  ): Promise<SelectedObject> {
    const signal = newest(wanted);
    const { width, height } = photos.row(photoId);
    const gesture = { ...order, photoId, within, reading, photo: { width, height } };
    const sight = await sightOf(gesture, signal);
    const { readings, isUnsure } = sight ?? { readings: 1, isUnsure: true };
    const request = {
      ...order,
      photo: gesture.photo,
      seen: sight && { ...sight.seen, isUnsure },
    };
    const drawn = surroundingsOf(request);
    const rect = sight === undefined ? drawn : unionRects(sight.seen.rect, drawn);
    const rest = { readings, reading: sight?.reading ?? 0, isUnsure };
    if (isEmptyRect(rect)) return { ...toSelected(NOTHING), by: 'colours', ...rest };
    const enough = sizeWithin(rect, COARSE_PIXELS).width / rect.width;
    const fits: FitsScale = order.pass === 'coarse' ? (scale) => scale >= enough : isAsFine;
    const { by, isDoubtful, ...found } = await run('object', request, photoId, rect, signal, fits);
    return { ...toSelected(found), by, ...rest, isUnsure: isUnsure || isDoubtful };
  }

  async function people(
    photoId: string,
    withShadow: boolean,
    wanted?: AbortSignal,
  ): Promise<readonly PersonInPhoto[]> {
    const signal = newest(wanted);
    const photo = { ...whole(photoId), id: photoId, withShadow };
    const picture = await read(photoId, whole(photoId), MOST_PIXELS.faces);
    const work = selectPeople(
      { perception, finder },
      photo,
      picture,
      (order, rect) => run('object', order, photoId, rect, signal),
      signal,
    );
    const found = await unlessAborted(work, signal);
    return found.map(({ face, ...pixels }) => ({ ...toSelected(pixels), face }));
  }

  function spots(photoId: string, sensitivity: number, signal?: AbortSignal) {
    return run('spots', { sensitivity }, photoId, whole(photoId), newest(signal));
  }

  const procedures = {
    warm: os.selection.warm.handler(async ({ input: { photoId, within, forObject } }) => {
      thread.retain();
      if (forObject) perception.retain();
      const photo = whole(photoId);
      const inSight = within === undefined ? photo : intersectRects(within, photo);
      if (isEmptyRect(inSight)) return;
      // Only the visible part of a large photo is loaded.
      const rect = rectArea(photo) > MOST_PIXELS.colour ? inSight : photo;
      await run('hold', { forObject }, photoId, rect);
      if (!forObject || perception.unavailable() !== undefined) return;
      await finder.readAhead(photoId, within);
    }),
    release: os.selection.release.handler(() => {
      thread.release();
      perception.release();
    }),
    object: os.selection.object.handler(({ input, signal }) => object(input, signal)),
    objectAt: os.selection.objectAt.handler(async ({ input, signal }) => {
      const { photoId, point, within, reading: wanted, pass } = input;
      const { width, height } = photos.row(photoId);
      const gesture = { kind: 'scribble', points: [point], width: 1 } as const;
      const request = { gesture, strokes: [], photo: { width, height }, withShadow: false };
      const order = { ...request, pass: 'coarse', reading: wanted, within, photoId } as const;
      const { seen, isUnsure, ...rest } = await litAt(order, signal);
      if (pass === 'coarse') return { outlines: outlinesOfSeen(seen), ...rest };
      const view = within ?? whole(photoId);
      const fine = { ...request, pass, seen: { ...seen, isUnsure }, view };
      const { outlines } = await run('object', fine, photoId, seen.rect, signal);
      return { outlines, ...rest };
    }),
    objects: os.selection.objects.handler(async ({ input: { photoId, within }, signal }) => {
      const found = await finder.all(photoId, within, newest(signal));
      return found.map(({ seen, ...rest }) => ({ outlines: outlinesOfSeen(seen), ...rest }));
    }),
    people: os.selection.people.handler(({ input: { photoId, withShadow }, signal }) =>
      people(photoId, withShadow, signal),
    ),
    line: os.selection.line.handler(async ({ input: { photoId, points, width }, signal }) => {
      const rect = intersectRects(boxAround(points, LINE_REACH), whole(photoId));
      if (isEmptyRect(rect)) return { ...toSelected(NOTHING), path: [] };
      const { path, ...found } = await run(
        'line',
        { points, width },
        photoId,
        rect,
        newest(signal),
      );
      return { ...toSelected(found), path };
    }),
    wand: os.selection.wand.handler(async ({ input: { photoId, ...order }, signal }) => {
      const rect = whole(photoId);
      if (!isInside(order.point, rect)) {
        throw invalidInput('This point is outside the photo. Click on the photo.');
      }
      return toSelected(await run('wand', order, photoId, rect, newest(signal)));
    }),
    spots: os.selection.spots.handler(({ input: { photoId, sensitivity }, signal }) =>
      spots(photoId, sensitivity, signal),
    ),
    text: os.selection.text.handler(async ({ input: { photoId, pass }, signal }) => {
      const rect = whole(photoId);
      const picture = await read(photoId, rect, MOST_PIXELS.text[pass]);
      return await findTextIn(perception, { ...picture, rect }, pass, signal);
    }),
  };

  return {
    procedures,
    object,
    people,
    spots,
    /** Returns a PNG that enhances faint spots. */
    async spotsView(photoId: string, sensitivity: number): Promise<Uint8Array<ArrayBuffer>> {
      const rect = whole(photoId);
      const { grey, ...size } = await run('spotsView', { sensitivity }, photoId, rect);
      return await shownGrey(grey, size);
    },
    async close(): Promise<void> {
      underWay?.abort();
      await thread.close();
    },
  };
}

/** Reads parts of photos; the thread keeps the last one that it worked on. */
function createPartWork(deps: Omit<SelectionDeps, 'perception'>) {
  const { photos, patches, thread } = deps;
  let held: Held | undefined;

  function renderKeyOf(photoId: string): string {
    return `${photoId} ${patches.renderKeys(photoId).join(' ')}`;
  }

  /** Returns the loaded part if it suffices, or a new one. */
  function partOf(photoId: string, rect: Rect, fits: FitsScale): ChosenPicture {
    const renderKey = renderKeyOf(photoId);
    const { width } = sizeWithin(rect, MOST_PIXELS.colour);
    const part = { rect, scale: width / rect.width };
    const isHeld =
      held !== undefined &&
      held.key === thread.held() &&
      held.renderKey === renderKey &&
      containsRect(held.rect, rect) &&
      fits(held.scale, part.scale);
    if (!isHeld) {
      const key = `${renderKey} ${rect.x},${rect.y},${rect.width},${rect.height} ${width}`;
      held = { key, renderKey, ...part };
    }
    // A loaded part is read too if the thread has ended meanwhile.
    return { key: held?.key ?? '', read: () => read(photoId, rect, MOST_PIXELS.colour) };
  }

  async function read(
    photoId: string,
    rect: Rect,
    mostPixels: number,
  ): Promise<Omit<HeldPicture, 'key'>> {
    return await withDamageReport(deps, photoId, async () => ({
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
    photoId: string,
    rect: Rect,
    signal?: AbortSignal,
    fits = isAsFine,
  ): Promise<SelectionWork[Kind]['answer']> {
    return await thread.run(kind, order, () => partOf(photoId, rect, fits), signal);
  }

  return { renderKeyOf, read, whole, run };
}

function remembered(
  finder: ObjectFinder,
  renderKeyOf: (photoId: string) => string,
): ObjectFinder['find'] {
  let last: { readonly key: string; readonly sight: Sight } | undefined;
  return async (order, signal) => {
    const key = JSON.stringify([renderKeyOf(order.photoId), order]);
    if (last?.key === key) return last.sight;
    const sight = await finder.find(order, signal);
    last = { key, sight };
    return sight;
  };
}

/** Work may continue, but its result is dropped. @throws AppError `cancelled` */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(cancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return await Promise.race([work, aborted]);
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

function boxAround(points: readonly Point[], reach: number): Rect {
  const bounds = createBounds();
  bounds.take(points, reach);
  return bounds.outwards();
}

function isInside({ x, y }: Point, rect: Rect): boolean {
  return x >= 0 && y >= 0 && x < rect.width && y < rect.height;
}

/** Finds text in a part of the photo; `bounds` and `outline` are in photo pixels. */
export async function findTextIn(
  perception: Perception,
  { rgb, width, height, rect }: Omit<HeldPicture, 'key'>,
  pass: 'coarse' | 'fine',
  signal: AbortSignal | undefined,
): Promise<FoundText> {
  const found = await findText(perception, { rgb, width, height }, pass, signal);
  const scale = { x: rect.width / width, y: rect.height / height };
  const inPhoto = ({ x, y }: Point): Point => ({ x: x * scale.x, y: y * scale.y });
  const lines = found.map(({ corners: [a, b, c, d] }): TextLineFound => {
    const corners = [inPhoto(a), inPhoto(b), inPhoto(c), inPhoto(d)] as const;
    return {
      bounds: intersectRects(boundsOfCorners(corners), rect),
      outline: corners.flatMap(({ x, y }) => [x, y]),
    };
  });
  return {
    lines: lines.filter(({ bounds }) => !isEmptyRect(bounds)),
    isWhole: pass === 'fine' || isCoarseEnough(rect),
  };
}

async function shownGrey(grey: Uint8Array, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = sizeWithin(size, MOST_PIXELS.shown);
  const png = await sharp(grey, { raw: { ...size, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 2 })
    .toBuffer();
  return Uint8Array.from(png);
}
