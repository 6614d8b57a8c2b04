import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundThing } from '../../../../shared/contract/recipes.ts';
import type { ObjectRequest, Spot, TextLineFound } from '../../../../shared/contract/selection.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { rectOfSize, type Point, type Size } from '../../../../shared/geometry/rect.ts';
import {
  type PackedMaskTile,
  decodeMaskTiles,
  uniteTiles,
} from '../../../../shared/mask/mask-tiles.ts';
import { setNewest } from '../../../../shared/set-newest.ts';
import { findFaces } from '../../vision/perception/find-faces.ts';
import { hasText } from '../../vision/perception/find-text.ts';
import type { Perception } from '../../vision/perception/perception.ts';
import type { PatchPicture } from '../../vision/imaging/results/apply-patches.ts';
import type { PhotoSource } from '../../vision/imaging/reading/photo-pixels.ts';
import { readPart } from '../selection/picture-part.ts';
import { findTextIn, type SelectionTools } from '../selection/selection.ts';

/** Most pixels that are analysed. */
const MOST_PIXELS = { text: 36_000_000, faces: 4_000_000 } as const;

/** Retries of a request that another one cancelled, with pauses in ms. */
const AGAIN = { times: 20, pause: 100 } as const;

/** Cached text results: plan, condition and step analyse the same pixels. */
const MOST_REMEMBERED = 2000;

/** Cached photos with people: a condition and the next step look for the same ones. */
const MOST_PEOPLE = 8;

export interface ReadablePicture {
  readonly source: PhotoSource;
  readonly patches: readonly PatchPicture[];
  readonly size: Size;
  /** Set for an unmodified photo: people are then found like the Studio's tool does. */
  readonly photoId?: string | undefined;
}

export type AnalysedPhoto = ReadablePicture & { readonly photoId: string };

/** All may throw AppError `not-found`, `storage`, `tool-unavailable`. */
export interface Finder {
  text(picture: ReadablePicture): Promise<readonly TextLineFound[]>;
  /** In a picture that is no photo, people are detected by faces only. */
  has(what: FoundThing, picture: ReadablePicture): Promise<boolean>;
  people(photo: AnalysedPhoto, withShadow: boolean): Promise<readonly PackedMaskTile[]>;
  spots(photoId: string, sensitivity: number): Promise<readonly Spot[]>;
  /** @param points photo space */
  object(
    photoId: string,
    points: readonly Point[],
    withShadow: boolean,
  ): Promise<readonly PackedMaskTile[]>;
  until(signal: AbortSignal): Finder;
  close(): Promise<void>;
}

export function createFinder(deps: {
  readonly perception: Perception;
  readonly selection: SelectionTools;
}): Finder {
  const { perception, selection } = deps;
  const closing = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  const known = new Map<string, readonly TextLineFound[]>();

  /** By photo and render key, oldest first. */
  const knownPeople = new Map<string, readonly PackedMaskTile[]>();

  /** Sequential, because a newer request would cancel the running one. */
  function inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(() => again(signal, work));
    turn = result.catch(() => undefined);
    return result;
  }

  /** Requests of the Studio go first and cancel others of the same process. */
  async function again<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        const isOver = signal.aborted || attempt >= AGAIN.times;
        if (isOver || !(error instanceof AppError) || error.kind !== 'cancelled') throw error;
        await sleep(AGAIN.pause, undefined, { signal });
      }
    }
  }

  async function pixelsOf({ source, patches, size }: ReadablePicture) {
    const picture = await readPart(source, patches, rectOfSize(size), MOST_PIXELS.text);
    const hash = createHash('sha1').update(picture.rgb).digest('hex');
    return { picture, key: `${size.width} ${size.height} ${hash}` };
  }

  function remember(key: string, found: readonly TextLineFound[]): readonly TextLineFound[] {
    setNewest(known, key, found, MOST_REMEMBERED);
    return found;
  }

  async function text(readable: ReadablePicture, signal: AbortSignal) {
    const { picture, key } = await pixelsOf(readable);
    const before = known.get(key);
    if (before !== undefined) return remember(key, before);
    const whole = { ...picture, rect: rectOfSize(readable.size) };
    return remember(key, (await findTextIn(perception, whole, 'fine', signal)).lines);
  }

  async function isAnyText(readable: ReadablePicture, signal: AbortSignal): Promise<boolean> {
    const { picture, key } = await pixelsOf(readable);
    const before = known.get(key);
    if (before !== undefined) return remember(key, before).length > 0;
    const isAny = await hasText(perception, picture, signal);
    if (!isAny) remember(key, []);
    return isAny;
  }

  async function hasFace(
    { source, patches, size }: ReadablePicture,
    signal: AbortSignal,
  ): Promise<boolean> {
    const picture = await readPart(source, patches, rectOfSize(size), MOST_PIXELS.faces);
    const scale = size.width / picture.width;
    return (await findFaces(perception, picture, scale, signal)).length > 0;
  }

  async function people(
    { photoId, patches }: AnalysedPhoto,
    withShadow: boolean,
    signal: AbortSignal,
  ): Promise<readonly PackedMaskTile[]> {
    const key = JSON.stringify([photoId, patches, withShadow]);
    const before = knownPeople.get(key);
    if (before !== undefined) return before;
    const found = await selection.people(photoId, withShadow, signal);
    const tiles = uniteTiles(await Promise.all(found.map(({ tiles: of }) => tilesOf(of))));
    setNewest(knownPeople, key, tiles, MOST_PEOPLE);
    return tiles;
  }

  async function has(
    what: FoundThing,
    picture: ReadablePicture,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { photoId } = picture;
    if (what === 'text') return await isAnyText(picture, signal);
    if (what === 'face' || photoId === undefined) return await hasFace(picture, signal);
    return (await people({ ...picture, photoId }, false, signal)).length > 0;
  }

  async function close(): Promise<void> {
    closing.abort();
    await selection.close();
    await turn;
  }

  function finderUntil(signal: AbortSignal): Finder {
    return {
      text: (picture) => inTurn(signal, () => text(picture, signal)),
      has: (what, picture) => inTurn(signal, () => has(what, picture, signal)),
      people: (picture, withShadow) => inTurn(signal, () => people(picture, withShadow, signal)),
      spots: (photoId, sensitivity) =>
        inTurn(signal, async () => (await selection.spots(photoId, sensitivity, signal)).spots),
      object: (photoId, points, withShadow) =>
        inTurn(signal, async () => {
          const request: ObjectRequest = {
            photoId,
            gesture: { kind: 'scribble', points, width: 1 },
            strokes: [],
            withShadow,
            pass: 'fine',
          };
          const found = await selection.object(request, signal);
          return found.pixels === 0 ? [] : await tilesOf(found.tiles);
        }),
      until: (other) => finderUntil(AbortSignal.any([closing.signal, other])),
      close,
    };
  }

  return finderUntil(closing.signal);
}

async function tilesOf(bytes: {
  arrayBuffer(): Promise<ArrayBuffer>;
}): Promise<readonly PackedMaskTile[]> {
  return decodeMaskTiles(new Uint8Array(await bytes.arrayBuffer()));
}

/** For estimates: finds one line over the whole picture, and everything else. */
export function wholePictureFinder({
  tools,
}: {
  readonly tools: { readonly finder: Finder };
}): Finder {
  const finder: Finder = {
    ...tools.finder,
    has: () => Promise.resolve(true),
    text({ size: { width, height } }) {
      const outline = [0, 0, width, 0, width, height, 0, height];
      return Promise.resolve([{ bounds: { x: 0, y: 0, width, height }, outline }]);
    },
    until: () => finder,
  };
  return finder;
}
