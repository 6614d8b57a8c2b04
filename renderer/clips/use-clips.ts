/** Clips and their clock in components. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Clip, ClipSnapshot } from './clips.ts';
import { createClock, windowHost, type ClipClock, type ClockSnapshot } from './clock.ts';
import { windowClips } from './window-clips.ts';

/** A file that is shown as a clip. */
export interface ClipFile {
  readonly url: string;
  readonly mediaType: string;
}

const NOTHING: ClipSnapshot = {
  status: { kind: 'loading' },
  head: undefined,
  times: [],
  decoded: 0,
};

const NO_SUBSCRIPTION = () => () => undefined;

/** A clip for as long as the component shows it; `undefined` shows none. */
export function useClip(file: ClipFile | undefined): Clip | undefined {
  const [clip, setClip] = useState<Clip>();
  const url = file?.url;
  const mediaType = file?.mediaType;
  useEffect(() => {
    if (url === undefined || mediaType === undefined) return undefined;
    const taken = windowClips().take(url, mediaType);
    setClip(taken);
    return () => {
      taken.release();
      setClip(undefined);
    };
  }, [url, mediaType]);
  return clip;
}

/** How far the clip is. */
export function useClipSnapshot(clip: Clip | undefined): ClipSnapshot {
  return useSyncExternalStore(clip?.subscribe ?? NO_SUBSCRIPTION, () => clip?.snapshot ?? NOTHING);
}

/** A clock of the component's own. */
export function useClock(): ClipClock {
  const [clock] = useState(() => createClock([], windowHost));
  useEffect(() => () => clock.pause(), [clock]);
  return clock;
}

/** A part of the clock's state; the component is drawn again when that part changes. */
export function useClockValue<Value>(
  clock: ClipClock,
  select: (snapshot: ClockSnapshot) => Value,
): Value {
  return useSyncExternalStore(clock.subscribe, () => select(clock.snapshot));
}
