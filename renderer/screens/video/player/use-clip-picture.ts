import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { createLivePicture } from '../../../viewer/stage/decoding/live-picture.ts';
import { useViewer } from '../../../viewer/stage/viewer-context.ts';
import type { ShownPicture } from '../../../viewer/stage/viewer-types.ts';

/**
 * Draws whenever a clip shows another frame, and once more in finer quality after it has stopped.
 *
 * @returns a function that stops it
 */
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

/**
 * Draws the frames of a clip in the viewer around it.
 * @param size the same object while nothing changes
 * @param cover drawn in place of the frames
 * @param onPicture shows the picture in the viewer
 */
export function useClipPicture(
  clip: Clip,
  clock: ClipClock,
  size: Size,
  cover: CanvasImageSource | undefined,
  onPicture: (picture: ShownPicture | undefined) => void,
): void {
  const viewer = useViewer();
  const screen = useMemo(() => createScreen(clip, clock, size), [clip, clock, size]);
  useLayoutEffect(() => {
    onPicture(screen.picture);
    return () => onPicture(undefined);
  }, [screen, onPicture]);
  useEffect(
    () => viewer && drawChanges(viewer, screen, clock, [clip]),
    [viewer, screen, clip, clock],
  );
  useEffect(() => {
    screen.setCover(cover);
    if (screen.hasChanged()) viewer?.drawNow();
  }, [viewer, screen, cover]);
}

function createScreen(clip: Clip, clock: ClipClock, size: Size) {
  let cover: CanvasImageSource | undefined;
  let drawn: CanvasImageSource | undefined;
  const current = () => cover ?? clip.picture(clock.snapshot.frame);
  const live = createLivePicture(size, () => {
    const image = current();
    drawn = image;
    return image && { image, size, isMoving: clock.snapshot.isPlaying };
  });
  return {
    picture: { id: clip.url, url: clip.url, size, live },
    setCover(next: CanvasImageSource | undefined) {
      cover = next;
    },
    /** True if a frame other than the last drawn one is due, or one has arrived late. */
    hasChanged: () => current() !== drawn,
  };
}
