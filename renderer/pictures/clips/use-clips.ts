/** Clips and their clock in components. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { NOTHING, type Clip, type ClipSnapshot } from './clips.ts';
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

/** Clips for as long as the component shows them, in their order; none until they are taken. */
export function useHeldClips(files: readonly ClipFile[]): readonly Clip[] {
  const [held] = useState(() => createHeldClips(windowClips));
  // other objects with the same files are the same clips
  const key = JSON.stringify(files.map(heldFile));
  useEffect(() => held.hold(JSON.parse(key) as readonly HeldFile[]), [held, key]);
  return useSyncExternalStore(held.subscribe, held.get);
}

/** One clip. */
export function useClip(file: ClipFile): Clip | undefined {
  return useHeldClips([file])[0];
}

/** How far the clip is. */
export function useClipSnapshot(clip: Clip | undefined): ClipSnapshot {
  return useSyncExternalStore(clip?.subscribe ?? NO_SUBSCRIPTION, () => clip?.snapshot ?? NOTHING);
}

/** Decoded frames in percent; 0 until their number is known. */
export function useDecodedPart(clip: Clip | undefined): number {
  return useSyncExternalStore(clip?.subscribe ?? NO_SUBSCRIPTION, () => {
    const count = clip?.snapshot.head?.frameCount ?? 0;
    return count === 0 ? 0 : (100 * (clip?.decoded ?? 0)) / count;
  });
}

/** How far each of several clips is. */
export function useClipSnapshots(clips: readonly Clip[]): readonly ClipSnapshot[] {
  const snapshots = useMemo(() => snapshotsOf(clips), [clips]);
  return useSyncExternalStore(snapshots.subscribe, snapshots.get);
}

/** A clock of the component's own. */
export function useClock(): ClipClock {
  const [clock] = useState(() => createClock([], windowHost));
  useEffect(() => () => clock.pause(), [clock]);
  return clock;
}

/** Ms between two readings of running numbers: the eye cannot follow faster ones. */
const READING = 100;

/**
 * As `useClockValue`, for numbers that are read: while the clock runs they follow a few times a second, and
 * at once when it stands.
 */
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

/** A part of the clock's state; the component is drawn again when that part changes. */
export function useClockValue<Value>(
  clock: ClipClock,
  select: (snapshot: ClockSnapshot) => Value,
): Value {
  return useSyncExternalStore(clock.subscribe, () => select(clock.snapshot));
}
