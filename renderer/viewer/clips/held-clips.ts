import { createCallbacks } from '../../../shared/callbacks.ts';
import { pixelBudgets } from './pixel-budgets.ts';
import type { Clip, ClipSnapshot, Clips } from './clips.ts';

interface Readable<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => Value;
}

/** `pixels` of all frames together, if known. */
export type HeldFile = readonly [url: string, mediaType: string, pixels: number | null];

export interface ClipFile {
  readonly url: string;
  readonly mediaType: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly clip?: { readonly frameCount: number } | undefined;
}

export function heldFile({ url, mediaType, width, height, clip }: ClipFile): HeldFile {
  const isKnown = width !== undefined && height !== undefined && clip !== undefined;
  return [url, mediaType, isKnown ? width * height * clip.frameCount : null];
}

/** @param clips called with the first clip */
export function createHeldClips(clips: () => Pick<Clips, 'take' | 'use'>) {
  const listeners = createCallbacks();
  let held: readonly Clip[] = [];
  function set(next: readonly Clip[]): void {
    held = next;
    listeners.call();
  }
  return {
    subscribe: listeners.on,
    get: () => held,
    /** @returns a function that releases them */
    hold(files: readonly HeldFile[]): () => void {
      const allowed = pixelBudgets(
        files.map(([, , pixels]) => pixels ?? undefined),
        clips().use.cap,
      );
      const taken = files.map(([url, mediaType], index) =>
        clips().take(url, mediaType, allowed[index] ?? 0),
      );
      set(taken);
      return () => {
        set([]);
        for (const clip of taken) clip.release();
      };
    },
  };
}

/** Returns the same list until a clip changes. */
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
