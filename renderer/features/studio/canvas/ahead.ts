/**
 * Pictures that may be shown next, decoded ahead: one after another, within a bound, and handed over
 * as they are. What is not wanted any more is forgotten.
 */
import type { Size } from '../../../../shared/geometry/rect.ts';
import { rectArea } from '../../../../shared/geometry/rect.ts';
import type { AheadPhoto, CanvasPatch, OpenPhoto } from './core-types.ts';
import type { Decoder, Decoding } from './decoder.ts';
import type { BitmapPicture } from './picture.ts';

export const AHEAD = {
  /**
   * Most pixels that are held ready, photos and results together: two photos of 24 megapixels, some
   * 260 MB with their levels.
   */
  maxPixels: 60_000_000,
} as const;

/** A decoding that is handed over, under way or complete. */
export interface ReadyDecoding {
  readonly decoding: Decoding;
  stop(): void;
}

/** See the file comment. */
export interface Ahead {
  /** The likeliest first. */
  want(photos: readonly AheadPhoto[]): void;
  /** @param onLevel called after each further level */
  take(photo: OpenPhoto, onLevel: () => void): ReadyDecoding | undefined;
  takePatch(patch: CanvasPatch): ReadyDecoding | undefined;
  /** A complete picture that leaves the stage, and may be wanted again. */
  keep(photo: OpenPhoto, picture: BitmapPicture): void;
  clear(): void;
}

interface Picture {
  readonly url: string;
  readonly size: Size;
}

interface Entry extends ReadyDecoding {
  onLevel: () => void;
  hasFailed: boolean;
}

/** @param stagePixels the stage in device pixels: the level that fills it is made first */
export function createAhead(decoder: Decoder, stagePixels: () => Size): Ahead {
  const entries = new Map<string, Entry>();
  let wanted: readonly Picture[] = [];
  let isRunning = false;

  /** One at a time: what the user waits for has the rest of the worker. */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = missing(); next !== undefined; next = missing()) {
      const entry = begin(next);
      entries.set(next.url, entry);
      await entry.decoding.complete.catch(() => {
        entry.hasFailed = true; // opening it says what is wrong
      });
    }
    isRunning = false;
  }

  function missing(): Picture | undefined {
    return wanted.find(({ url }) => !entries.has(url));
  }

  function begin({ url, size }: Picture): Entry {
    const controller = new AbortController();
    const started = decoder.decode(
      { url, size },
      stagePixels(),
      () => entry.onLevel(),
      controller.signal,
    );
    const entry: Entry = {
      decoding: started,
      onLevel: () => undefined,
      hasFailed: false,
      stop: () => controller.abort(),
    };
    return entry;
  }

  function forget(url: string): void {
    const entry = entries.get(url);
    entries.delete(url);
    entry?.stop();
    entry?.decoding.picture.then(
      (picture) => picture.dispose(),
      () => undefined,
    );
  }

  function takeEntry(url: string, onLevel: () => void): ReadyDecoding | undefined {
    const entry = entries.get(url);
    entries.delete(url);
    wanted = wanted.filter((picture) => picture.url !== url);
    if (entry === undefined || entry.hasFailed) return undefined;
    entry.onLevel = onLevel;
    return entry;
  }

  function want(photos: readonly AheadPhoto[]): void {
    wanted = withinBound(photos);
    const urls = new Set(wanted.map(({ url }) => url));
    for (const url of entries.keys()) if (!urls.has(url)) forget(url);
    void run();
  }

  return {
    want,
    take: (photo, onLevel) => takeEntry(photo.url, onLevel),
    takePatch: (patch) => takeEntry(patch.url, () => undefined),
    keep({ url }, picture) {
      forget(url);
      const decoding = { picture: Promise.resolve(picture), complete: Promise.resolve() };
      const stop = (): void => undefined;
      entries.set(url, { decoding, onLevel: stop, hasFailed: false, stop });
    },
    clear: () => want([]),
  };
}

/** As many photos, each with all of its results, as there is room for. */
function withinBound(photos: readonly AheadPhoto[]): readonly Picture[] {
  const taken: Picture[] = [];
  let pixels = 0;
  for (const { photo, patches } of photos) {
    const more = patches.reduce(
      (sum, { rect }) => sum + rectArea(rect),
      photo.size.width * photo.size.height,
    );
    if (pixels + more > AHEAD.maxPixels) continue;
    pixels += more;
    taken.push(photo, ...patches.map(({ url, rect }) => ({ url, size: rect })));
  }
  return taken;
}
