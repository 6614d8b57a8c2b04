/** Decodes pictures that may be shown next, one at a time within a memory bound. */
import { type Size, rectArea } from '../../../../shared/geometry/rect.ts';
import type { Decoder, Decoding } from './decoder.ts';
import type { PictureSource } from './picture.ts';
import type { AheadPicture, PicturePatch, ShownPicture } from '../viewer-types.ts';

const AHEAD = {
  /** Pixels held ready with patches: two pictures of 24 megapixels, 260 MB with levels. */
  maxPixels: 60_000_000,
} as const;

export interface ReadyDecoding {
  readonly decoding: Decoding;
  stop(): void;
}

export type Ahead = ReturnType<typeof createAhead>;

interface Picture {
  readonly url: string;
  readonly size: Size;
}

interface Entry extends ReadyDecoding {
  onLevel: () => void;
  hasFailed: boolean;
}

/** @param stagePixels the stage in device pixels: its level is made first */
export function createAhead(decoder: Decoder, stagePixels: () => Size) {
  const entries = new Map<string, Entry>();
  let wanted: readonly Picture[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = missing(); next !== undefined; next = missing()) {
      const entry = begin(next);
      entries.set(next.url, entry);
      await entry.decoding.complete.catch(() => {
        entry.hasFailed = true; // opening it reports the error
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

  /** Likeliest first. */
  function want(pictures: readonly AheadPicture[]): void {
    wanted = withinBound(pictures);
    const urls = new Set(wanted.map(({ url }) => url));
    for (const url of entries.keys()) if (!urls.has(url)) forget(url);
    void run();
  }

  return {
    want,
    /** @param onLevel called after each later level */
    take: (picture: ShownPicture, onLevel: () => void): ReadyDecoding | undefined =>
      takeEntry(picture.url, onLevel),
    takePatch: (patch: PicturePatch): ReadyDecoding | undefined =>
      takeEntry(patch.url, () => undefined),
    keep({ url }: ShownPicture, picture: PictureSource): void {
      forget(url);
      const decoding = { picture: Promise.resolve(picture), complete: Promise.resolve() };
      const stop = (): void => undefined;
      entries.set(url, { decoding, onLevel: stop, hasFailed: false, stop });
    },
    clear: (): void => want([]),
  };
}

/** Returns as many pictures, each with all of its patches, as fit. */
function withinBound(pictures: readonly AheadPicture[]): readonly Picture[] {
  const taken: Picture[] = [];
  let pixels = 0;
  for (const { picture, patches } of pictures) {
    const more = patches.reduce(
      (sum, { rect }) => sum + rectArea(rect),
      picture.size.width * picture.size.height,
    );
    if (pixels + more > AHEAD.maxPixels) continue;
    pixels += more;
    taken.push(picture, ...patches.map(({ url, rect, size }) => ({ url, size: size ?? rect })));
  }
  return taken;
}
