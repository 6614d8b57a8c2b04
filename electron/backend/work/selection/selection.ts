import sharp from 'sharp';
import type {
  ObjectAt,
  ObjectAtRequest,
  ObjectInSight,
  ObjectRequest,
  PersonInPhoto,
  SelectedObject,
  SelectedPixels,
  Spot,
  TextLineFound,
} from '../../../../shared/contract/selection.ts';
import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
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
import { boundsOfCorners } from '../../vision/perception/join-lines.ts';
import { findText, isCoarseEnough } from '../../vision/perception/find-text.ts';
import { OBJECT_FRAME, type Perception } from '../../vision/perception/perception.ts';
import { COARSE_PIXELS, surroundingsOf } from './object-area.ts';
import type { FoundLine, FoundPixels, HeldPicture, SelectionWork, WorkKind } from './messages.ts';
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

/** All may throw AppError `not-found`, `storage`, `cancelled`, `tool-unavailable`. */
export interface SelectionTools {
  warm(photoId: string, within: Rect | undefined, forObject: boolean): Promise<void>;
  release(): void;
  object(request: ObjectRequest, signal?: AbortSignal): Promise<SelectedObject>;
  objectAt(
    photoId: string,
    order: Omit<ObjectAtRequest, 'photoId'>,
    signal?: AbortSignal,
  ): Promise<ObjectAt>;
  objects(
    photoId: string,
    within: Rect | undefined,
    signal?: AbortSignal,
  ): Promise<readonly ObjectInSight[]>;
  people(
    photoId: string,
    withShadow: boolean,
    signal?: AbortSignal,
  ): Promise<readonly PersonInPhoto[]>;
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
  /** A PNG that enhances faint spots. */
  spotsView(photoId: string, sensitivity: number): Promise<Uint8Array<ArrayBuffer>>;
  /** @param pass `coarse`: large letters quickly; `fine`: all */
  text(photoId: string, pass: 'coarse' | 'fine', signal?: AbortSignal): Promise<FoundText>;
  close(): Promise<void>;
}

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

interface Part {
  readonly rect: Rect;
  readonly mostPixels: number;
  /** Whether a loaded scale suffices; both are pixels per photo pixel. */
  readonly fits: (held: number, wanted: number) => boolean;
}

const isAsFine: Part['fits'] = (held, wanted) => held >= wanted * 0.999;

export function createSelection(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly thread: SelectionThread;
  readonly perception: Perception;
}): SelectionTools {
  const { photos, patches, thread, perception } = deps;
  let held: Held | undefined;
  let underWay: AbortController | undefined;

  function renderKeyOf(photoId: string): string {
    return `${photoId} ${patches.renderKeys(photoId).join(' ')}`;
  }

  /** Returns the loaded part if it suffices, or a new one. */
  function partOf(photoId: string, { rect, mostPixels, fits }: Part): ChosenPicture {
    const renderKey = renderKeyOf(photoId);
    const { width } = sizeWithin(rect, mostPixels);
    const part = { rect, scale: width / rect.width };
    const isHeld =
      held !== undefined &&
      held.key === thread.held() &&
      held.renderKey === renderKey &&
      containsRect(held.rect, rect) &&
      fits(held.scale, part.scale);
    // If the thread has ended meanwhile, the part is read.
    if (isHeld) return { key: held?.key ?? '', read: () => read(photoId, rect, mostPixels) };
    const key = `${renderKey} ${rect.x},${rect.y},${rect.width},${rect.height} ${width}`;
    held = { key, renderKey, ...part };
    return { key, read: () => read(photoId, rect, mostPixels) };
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
    part: Part,
    signal?: AbortSignal,
  ): Promise<SelectionWork[Kind]['answer']> {
    return await thread.run(kind, order, () => partOf(photoId, part), signal);
  }

  /** @returns aborted by the next request, and by `signal` */
  function newest(signal: AbortSignal | undefined): AbortSignal {
    underWay?.abort();
    underWay = new AbortController();
    return signal === undefined ? underWay.signal : AbortSignal.any([underWay.signal, signal]);
  }

  const finder = createObjectFinder({
    perception,
    renderKeyOf,
    sizeOf: (photoId) => whole(photoId),
    read: async (photoId, rect) => {
      const held = { rect, mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      return await run('part', { rect, longest: OBJECT_FRAME }, photoId, held);
    },
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

  return {
    async warm(photoId, wanted, forObject) {
      thread.retain();
      if (forObject) perception.retain();
      const photo = whole(photoId);
      const inSight = wanted === undefined ? photo : intersectRects(wanted, photo);
      if (isEmptyRect(inSight)) return;
      // Only of a large photo is just the visible part loaded.
      const rect = rectArea(photo) > MOST_PIXELS.colour ? inSight : photo;
      const part = { rect, mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      await run('hold', { forObject }, photoId, part);
      if (!forObject || perception.unavailable() !== undefined) return;
      await finder.readAhead(photoId, wanted);
    },
    release() {
      thread.release();
      perception.release();
    },
    async object({ photoId, within, reading, ...order }, wanted) {
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
      const fits: Part['fits'] = order.pass === 'coarse' ? (scale) => scale >= enough : isAsFine;
      const part = { rect, mostPixels: MOST_PIXELS.colour, fits };
      const { by, isDoubtful, ...found } = await run('object', request, photoId, part, signal);
      return { ...toSelected(found), by, ...rest, isUnsure: isUnsure || isDoubtful };
    },
    async objectAt(photoId, { point, within, reading: wanted, pass }, signal) {
      const { width, height } = photos.row(photoId);
      const gesture = { kind: 'scribble', points: [point], width: 1 } as const;
      const request = { gesture, strokes: [], photo: { width, height }, withShadow: false };
      const order = { ...request, pass: 'coarse', reading: wanted, within, photoId } as const;
      const { seen, isUnsure, ...rest } = await litAt(order, signal);
      if (pass === 'coarse') return { outlines: outlinesOfSeen(seen), ...rest };
      const part = { rect: seen.rect, mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      const view = within ?? whole(photoId);
      const fine = { ...request, pass, seen: { ...seen, isUnsure }, view };
      const { outlines } = await run('object', fine, photoId, part, signal);
      return { outlines, ...rest };
    },
    async objects(photoId, within, wanted) {
      const found = await finder.all(photoId, within, newest(wanted));
      return found.map(({ seen, ...rest }) => ({ outlines: outlinesOfSeen(seen), ...rest }));
    },
    async people(photoId, withShadow, wanted) {
      const signal = newest(wanted);
      const photo = { ...whole(photoId), id: photoId, withShadow };
      const picture = await read(photoId, whole(photoId), MOST_PIXELS.faces);
      const work = selectPeople(
        { perception, finder },
        photo,
        picture,
        async (order, rect) => {
          const part = { rect, mostPixels: MOST_PIXELS.colour, fits: isAsFine };
          return await run('object', order, photoId, part, signal);
        },
        signal,
      );
      const people = await unlessAborted(work, signal);
      return people.map(({ face, ...found }) => ({ ...toSelected(found), face }));
    },
    async line(photoId, order, signal) {
      const rect = intersectRects(boxAround(order.points, LINE_REACH), whole(photoId));
      if (isEmptyRect(rect)) return { ...toSelected(NOTHING), path: [] };
      const part = { rect, mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      const { path, ...found } = await run('line', order, photoId, part, newest(signal));
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
      const part = { rect, mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      return toSelected(await run('wand', order, photoId, part, newest(signal)));
    },
    async spots(photoId, sensitivity, signal) {
      const part = { rect: whole(photoId), mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      return await run('spots', { sensitivity }, photoId, part, newest(signal));
    },
    async spotsView(photoId, sensitivity) {
      const part = { rect: whole(photoId), mostPixels: MOST_PIXELS.colour, fits: isAsFine };
      const { grey, ...size } = await run('spotsView', { sensitivity }, photoId, part);
      return await shownGrey(grey, size);
    },
    async text(photoId, pass, signal) {
      const rect = whole(photoId);
      const picture = await read(photoId, rect, MOST_PIXELS.text[pass]);
      return await findTextIn(perception, { ...picture, rect }, pass, signal);
    },
    async close() {
      underWay?.abort();
      await thread.close();
    },
  };
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
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const left = Math.floor(xs.reduce((a, b) => Math.min(a, b), Infinity) - reach);
  const top = Math.floor(ys.reduce((a, b) => Math.min(a, b), Infinity) - reach);
  const right = Math.ceil(xs.reduce((a, b) => Math.max(a, b), -Infinity) + reach);
  const bottom = Math.ceil(ys.reduce((a, b) => Math.max(a, b), -Infinity) + reach);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function isInside({ x, y }: Point, rect: Rect): boolean {
  return x >= 0 && y >= 0 && x < rect.width && y < rect.height;
}

/** Finds text in a part of the photo; `bounds` and `outline` are in photo pixels. */
async function findTextIn(
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
