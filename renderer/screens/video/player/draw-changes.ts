/**
 * Draws whenever a clip shows another frame, and once more in finer quality after it has stopped.
 */
import type { Clip } from '../../../viewer/clips/clips.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';

/** @returns a function that stops it */
export function drawChanges(
  viewer: { drawNow(): void },
  screen: { hasChanged(): boolean },
  clock: ClipClock,
  clips: readonly Clip[],
): () => void {
  let wasPlaying = clock.snapshot.isPlaying;
  const follow = () => {
    const { isPlaying } = clock.snapshot;
    if (screen.hasChanged() || isPlaying !== wasPlaying) viewer.drawNow();
    wasPlaying = isPlaying;
  };
  const stops = [clock.subscribe(follow), ...clips.map((clip) => clip.subscribe(follow))];
  return () => {
    for (const stop of stops) stop();
  };
}
