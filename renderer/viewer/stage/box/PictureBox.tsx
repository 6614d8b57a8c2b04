import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { AdjustableBox, type AdjustableBoxProps } from './AdjustableBox.tsx';
import { useViewer, useViewerSnapshot } from '../viewer-context.ts';

export function PictureBox(props: Omit<AdjustableBoxProps, 'stage' | 'view'>) {
  const viewer = useViewer();
  const view = useViewerSnapshot((snapshot) => snapshot.view);
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined);
  if (viewer === undefined || view === undefined || hasPicture !== true) return null;
  return <AdjustableBox {...props} stage={viewer} view={view} />;
}

/** A box of a fixed size, which only moves. */
export function MovableBox(props: {
  readonly id: string;
  readonly name: string;
  readonly photo: Size;
  readonly rect: Rect;
  readonly onMove: (rect: Rect) => void;
}) {
  const { photo, rect, onMove, ...box } = props;
  const { width, height } = rect;
  return (
    <PictureBox
      {...box}
      rect={rect}
      isGrabbedInside
      limits={() => ({
        photo,
        required: { x: 0, y: 0, width: 0, height: 0 },
        minSide: Math.max(width, height),
        maxPixels: width * height,
        ratio: width / height,
      })}
      stops={STOPS}
      onChange={({ x, y }) => onMove({ ...rect, x, y })}
    />
  );
}

const STOPS = {
  photo: 'edge of the picture',
  required: 'edge of the picture',
  smallest: 'the size is fixed',
  largest: 'the size is fixed',
} as const;
