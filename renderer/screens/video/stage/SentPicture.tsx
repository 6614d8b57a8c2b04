/** The picture of a clip that has no frames yet, as the service sees it. */
import { useEffect, useMemo, useRef } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { ClipPicture } from '../clips/ClipPicture.tsx';
import { useSentPicture } from '../player/use-sent-picture.ts';
import classes from '../Video.module.css';

/** The longer and the shorter side of the working frame, pixels. */
const FRAME = { long: 1024, short: 576 } as const;

export function SentPicture({ job }: { readonly job: Job }) {
  const { subject, brief } = job;
  const width = subject?.region.width ?? 0;
  const height = subject?.region.height ?? 0;
  const isCropped =
    brief.kind === 'video' && brief.parameters.resizeMode === 'CROP_TO_ASPECT_RATIO';
  const size = useMemo(() => shownSize({ width, height }, isCropped), [width, height, isCropped]);
  const picture = useSentPicture(job, size, subject !== undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (picture !== undefined) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  if (picture === undefined) return <ClipPicture job={job} isPlaying={false} />;
  return (
    <canvas
      ref={canvas}
      className={classes['sent']}
      width={size.width}
      height={size.height}
      role="img"
      aria-label="Sent picture"
    />
  );
}

/** @param region of the photo, pixels @param isCropped it fills the working frame; else it keeps its shape */
function shownSize({ width, height }: Size, isCropped: boolean): Size {
  const isWide = width >= height;
  if (isCropped) {
    const { long, short } = FRAME;
    return isWide ? { width: long, height: short } : { width: short, height: long };
  }
  const scale = FRAME.long / Math.max(width, height, 1);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
