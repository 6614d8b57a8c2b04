/** Clips that a component holds: taken while it is on the page, and given back with it. */
import type { Clip, ClipSnapshot, Clips } from './clips.ts';

/** A value that components read. */
export interface Readable<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => Value;
}

/** See the file comment. */
export interface HeldClips extends Readable<readonly Clip[]> {
  /** @param files addresses and media types @returns gives them back */
  hold(files: readonly (readonly [url: string, mediaType: string])[]): () => void;
}

/** @param clips asked for with the first clip */
export function createHeldClips(clips: () => Pick<Clips, 'take'>): HeldClips {
  const listeners = new Set<() => void>();
  let held: readonly Clip[] = [];
  function set(next: readonly Clip[]): void {
    held = next;
    for (const listener of listeners) listener();
  }
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => held,
    hold(files) {
      const taken = files.map(([url, mediaType]) => clips().take(url, mediaType));
      set(taken);
      return () => {
        set([]);
        for (const clip of taken) clip.release();
      };
    },
  };
}

/** How far several clips are; the same list until one of them changes. */
export function snapshotsOf(clips: readonly Clip[]): Readable<readonly ClipSnapshot[]> {
  let latest: readonly ClipSnapshot[] = [];
  return {
    subscribe(listener) {
      const stops = clips.map((clip) => clip.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    get() {
      const now = clips.map(({ snapshot }) => snapshot);
      const isSame =
        now.length === latest.length && now.every((each, index) => each === latest[index]);
      if (!isSame) latest = now;
      return latest;
    },
  };
}
