/** Read when the frames are there, and played in step with them. */
import { useEffect, useState } from 'react';
import { useSetting } from '../../../base/backend/settings.ts';
import type { Sound } from '../../../pictures/clips/clip-protocol.ts';
import type { ClipClock } from '../../../pictures/clips/clock.ts';
import type { Clip, ClipSnapshot, ReadSound } from '../../../pictures/clips/clips.ts';
import { followClock } from '../../../pictures/clips/sound-follower.ts';
import { windowClips } from '../../../pictures/clips/window-clips.ts';
import { setLoudness, windowSpeaker } from '../../../pictures/clips/window-speakers.ts';

export type ClipSound =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly sound: Sound }
  /** The track exists but cannot be played. */
  | { readonly kind: 'failed'; readonly isTooLong: boolean };

/** @param snapshot of the clip */
export function useClipSound(
  clip: Clip,
  snapshot: ClipSnapshot,
  mediaType: string,
  clock: ClipClock,
): ClipSound {
  const [read, setRead] = useState<ReadSound>();
  const isMuted = useSetting('isClipMuted');
  const volume = useSetting('clipVolume');
  const { head, times, status } = snapshot;
  const isWanted = head?.hasAudio === true && status.kind === 'ready';
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    void windowClips()
      .readSound(clip, mediaType)
      .then((answer) => (isGone ? undefined : setRead(answer)));
    return () => {
      isGone = true;
    };
  }, [clip, mediaType, isWanted]);
  const sound = read?.sound;
  useEffect(() => {
    if (sound === undefined || isMuted) return undefined;
    return followClock(clock, times, windowSpeaker(sound));
  }, [sound, isMuted, clock, times]);
  useEffect(() => {
    if (sound !== undefined) setLoudness(volume / 100);
  }, [sound, volume]);

  if (head?.hasAudio !== true) return { kind: 'none' };
  if (read === undefined) return { kind: 'loading' };
  if (read.sound === undefined) return { kind: 'failed', isTooLong: read.failure === 'too-large' };
  return { kind: 'ready', sound: read.sound };
}
