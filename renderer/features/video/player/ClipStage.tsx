/** The frame of the moment in the viewer: zoom and pan as with any picture. */
import { useEffect, useMemo, type ReactNode } from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { ClipClock } from '../../../clips/clock.ts';
import type { Clip } from '../../../clips/clips.ts';
import {
  createLivePicture,
  PictureViewer,
  useViewer,
  type ShownPicture,
} from '../../../viewer/index.ts';

interface Props {
  readonly clip: Clip;
  readonly clock: ClipClock;
  readonly size: Size;
  /** For a screen reader. */
  readonly label: string;
  /** Seen in place of the frames, as large as they are: the sent picture. */
  readonly cover: CanvasImageSource | undefined;
  readonly children?: ReactNode;
}

/** Fills its element. */
export function ClipStage({ clip, clock, size, label, cover, children }: Props) {
  const { width, height } = size;
  const screen = useMemo(
    () => createScreen(clip, clock, { width, height }),
    [clip, clock, width, height],
  );
  return (
    <PictureViewer picture={screen.picture} label={label} hasPlainKeys={false} isSeries>
      <Redraw screen={screen} clip={clip} clock={clock} cover={cover} />
      {children}
    </PictureViewer>
  );
}

/** The picture that the viewer draws, and what lies over it. */
interface Screen {
  readonly picture: ShownPicture;
  cover: CanvasImageSource | undefined;
  /** Drawn last: a frame that comes later takes the place of an earlier one. */
  drawn: CanvasImageSource | undefined;
  current(): CanvasImageSource | undefined;
}

function createScreen(clip: Clip, clock: ClipClock, size: Size): Screen {
  const live = createLivePicture(size, () => {
    const image = screen.current();
    screen.drawn = image;
    return image && { image, size, isMoving: clock.snapshot.isPlaying };
  });
  const screen: Screen = {
    picture: { id: clip.url, url: clip.url, size, live },
    cover: undefined,
    drawn: undefined,
    current: () => screen.cover ?? clip.picture(clock.snapshot.frame),
  };
  return screen;
}

function Redraw(props: {
  readonly screen: Screen;
  readonly clip: Clip;
  readonly clock: ClipClock;
  readonly cover: CanvasImageSource | undefined;
}) {
  const { screen, clip, clock, cover } = props;
  const viewer = useViewer();
  useEffect(() => {
    if (viewer === undefined) return undefined;
    let wasPlaying = clock.snapshot.isPlaying;
    const follow = () => {
      const { isPlaying } = clock.snapshot;
      // a clip that has stopped is drawn once more, and finer
      if (screen.current() !== screen.drawn || isPlaying !== wasPlaying) viewer.drawNow();
      wasPlaying = isPlaying;
    };
    const stops = [clock.subscribe(follow), clip.subscribe(follow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, screen, clip, clock]);
  useEffect(() => {
    screen.cover = cover;
    viewer?.drawNow();
  }, [viewer, screen, cover]);
  return null;
}
