import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { Size } from '../../../shared/geometry/rect.ts';
import { NO_CLIP, type Clip, type ClipSnapshot } from './clips.ts';
import { createClock, windowHost, type ClipClock, type ClockSnapshot } from './clock.ts';
import {
  createHeldClips,
  heldFile,
  snapshotsOf,
  type ClipFile,
  type HeldFile,
} from './held-clips.ts';
import { windowClips } from './window-clips.ts';

const NO_SUBSCRIPTION = () => () => undefined;

/** Holds clips while the component is mounted; empty until they are taken. */
export function useHeldClips(files: readonly ClipFile[]): readonly Clip[] {
  const [held] = useState(() => createHeldClips(windowClips));
  // other objects with the same files are the same clips
  const key = JSON.stringify(files.map(heldFile));
  useEffect(() => held.hold(JSON.parse(key) as readonly HeldFile[]), [held, key]);
  return useSyncExternalStore(held.subscribe, held.get);
}

export function useClip(file: ClipFile): Clip | undefined {
  return useHeldClips([file])[0];
}

export function useClipSnapshot(clip: Clip | undefined): ClipSnapshot {
  return useSyncExternalStore(clip?.subscribe ?? NO_SUBSCRIPTION, () => clip?.snapshot ?? NO_CLIP);
}

/** Draws the current frame whenever it changes. @param size of the canvas, pixels */
export function useDrawnFrames(
  clip: Clip | undefined,
  clock: ClipClock,
  { width, height }: Size,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (clip === undefined || !context) return undefined;
    let drawn: CanvasImageSource | undefined;
    const draw = (): void => {
      const picture = clip.picture(clock.snapshot.frame);
      if (picture === undefined || picture === drawn) return;
      drawn = picture;
      context.drawImage(picture, 0, 0, width, height);
    };
    draw();
    const stops = [clock.subscribe(draw), clip.subscribe(draw)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [clip, clock, width, height]);
  return canvas;
}

/** Percent; 0 until the number of frames is known. */
export function useDecodedPart(clip: Clip | undefined): number {
  return useSyncExternalStore(clip?.subscribe ?? NO_SUBSCRIPTION, () => {
    const count = clip?.snapshot.head?.frameCount ?? 0;
    return count === 0 ? 0 : (100 * (clip?.decoded ?? 0)) / count;
  });
}

export function useClipSnapshots(clips: readonly Clip[]): readonly ClipSnapshot[] {
  const snapshots = useMemo(() => snapshotsOf(clips), [clips]);
  return useSyncExternalStore(snapshots.subscribe, snapshots.get);
}

export function useClock(): ClipClock {
  const [clock] = useState(() => createClock([], windowHost));
  useEffect(() => () => clock.pause(), [clock]);
  return clock;
}

/** Ms between two updates of running numbers: the eye cannot follow faster ones. */
const READING = 100;

/** Like `useClockValue`, for numbers: while the clock runs they update a few times a second. */
export function useClockReading<Value>(
  clock: ClipClock,
  select: (snapshot: ClockSnapshot) => Value,
): Value {
  const [reading] = useState(() => createReading(clock));
  return useSyncExternalStore(reading.subscribe, () => select(reading.get()));
}

function createReading(clock: ClipClock) {
  let shown = clock.snapshot;
  let readAt = -Infinity;
  return {
    get: () => shown,
    subscribe(listener: () => void) {
      shown = clock.snapshot;
      return clock.subscribe(() => {
        const now = windowHost.now();
        if (clock.snapshot.isPlaying && shown.isPlaying && now - readAt < READING) return;
        readAt = now;
        shown = clock.snapshot;
        listener();
      });
    },
  };
}

export function useClockValue<Value>(
  clock: ClipClock,
  select: (snapshot: ClockSnapshot) => Value,
): Value {
  return useSyncExternalStore(clock.subscribe, () => select(clock.snapshot));
}
