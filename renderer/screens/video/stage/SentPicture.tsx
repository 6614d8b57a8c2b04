import { useEffect, useMemo, useRef } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import {
  likelyFrame,
  useOfFrame as sizeOfUse,
  type ResizeMode,
} from '../../../../shared/geometry/working-frame.ts';
import { ClipPicture } from '../clips/ClipPicture.tsx';
import { useSentPicture } from '../player/use-sent-picture.ts';
import shared from '../../../base/ui/shared.module.css';

export function SentPicture({ job }: { readonly job: Job }) {
  const { subject, brief } = job;
  const width = subject?.region.width ?? 1;
  const height = subject?.region.height ?? 1;
  const mode = brief.kind === 'video' ? brief.parameters.resizeMode : 'ORIGINAL_RESOLUTION';
  const size = useMemo(() => shownSize({ width, height }, mode), [width, height, mode]);
  const picture = useSentPicture(job, size, subject !== undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (picture !== undefined) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  if (picture === undefined) return <ClipPicture job={job} isPlaying={false} />;
  return (
    <canvas
      ref={canvas}
      className={shared['fit']}
      data-whole
      width={size.width}
      height={size.height}
      role="img"
      aria-label="Sent picture"
    />
  );
}

/** Size of the coming clip, as far as it is known. @param region of the photo, pixels */
function shownSize(region: Size, mode: ResizeMode): Size {
  return sizeOfUse(region, mode, likelyFrame(region)).output;
}
