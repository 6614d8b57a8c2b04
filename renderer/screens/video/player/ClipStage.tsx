import { useEffect, useMemo, type ReactNode } from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { drawChanges } from './draw-changes.ts';
import { ViewCommands } from './ViewCommands.tsx';
import { createLivePicture } from '../../../viewer/stage/decoding/live-picture.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { useViewer } from '../../../viewer/stage/viewer-context.ts';
import type { ShownPicture } from '../../../viewer/stage/viewer-types.ts';

interface Props {
  readonly clip: Clip;
  readonly clock: ClipClock;
  readonly size: Size;
  readonly label: string;
  /** Covers the frames: the sent picture. */
  readonly cover: CanvasImageSource | undefined;
  readonly children?: ReactNode;
}

export function ClipStage({ clip, clock, size, label, cover, children }: Props) {
  const { width, height } = size;
  const screen = useMemo(
    () => createScreen(clip, clock, { width, height }),
    [clip, clock, width, height],
  );
  return (
    <PictureViewer picture={screen.picture} label={label} hasPlainKeys={false} isSeries>
      <ViewCommands />
      <Redraw screen={screen} clip={clip} clock={clock} cover={cover} />
      {children}
    </PictureViewer>
  );
}

interface Screen {
  readonly picture: ShownPicture;
  setCover(cover: CanvasImageSource | undefined): void;
  /** True if a frame other than the last drawn one is due, or one has arrived late. */
  hasChanged(): boolean;
}

function createScreen(clip: Clip, clock: ClipClock, size: Size): Screen {
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
    setCover(next) {
      cover = next;
    },
    hasChanged: () => current() !== drawn,
  };
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
    return viewer && drawChanges(viewer, screen, clock, [clip]);
  }, [viewer, screen, clip, clock]);
  useEffect(() => {
    screen.setCover(cover);
    viewer?.drawNow();
  }, [viewer, screen, cover]);
  return null;
}
