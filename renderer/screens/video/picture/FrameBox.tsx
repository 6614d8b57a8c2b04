import { PictureBox } from '../../../viewer/stage/box/PictureBox.tsx';
import { useVideo, useVideoSession } from '../session/index.ts';
import type { PhotoFramePlan } from './use-frame-plan.ts';

const STOPS = {
  photo: 'edge of the picture',
  required: 'edge of the picture',
  smallest: 'the size is fixed',
  largest: 'the size is fixed',
} as const;

export function FrameBox({ plan }: { readonly plan: PhotoFramePlan }) {
  const session = useVideoSession();
  const isCropped = useVideo(
    ({ form }) => form.padding === null && form.resizeMode === 'CROP_TO_ASPECT_RATIO',
  );
  const { photo, usedOnPhoto: used } = plan;
  const rect = {
    x: Math.round(used.x),
    y: Math.round(used.y),
    width: Math.min(photo.width, Math.round(used.width)),
    height: Math.min(photo.height, Math.round(used.height)),
  };
  if (!isCropped || plan.cutOff === 0) return null;
  return (
    <PictureBox
      id="working-frame"
      name="Frame of the clip"
      rect={rect}
      isGrabbedInside
      limits={() => ({
        photo,
        required: { x: 0, y: 0, width: 0, height: 0 },
        minSide: Math.max(rect.width, rect.height),
        maxPixels: rect.width * rect.height,
        ratio: rect.width / rect.height,
      })}
      stops={STOPS}
      onChange={({ x, y }) => session.moveFrame({ ...rect, x, y })}
    />
  );
}
