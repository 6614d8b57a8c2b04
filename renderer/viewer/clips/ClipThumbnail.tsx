/** At rest it is an `<img>`: no decoder, no clock, no frames. */
import { useEffect } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import { scaledSize } from '../../../shared/geometry/rect.ts';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { useSetting } from '../../core/backend/settings.ts';
import shared from '../../core/ui/shared.module.css';
import { isLeftAlone } from './left-alone.ts';
import { useClip, useClipSnapshot, useClock, useDrawnFrames } from './use-clips.ts';

/** Longer side of the moving picture, CSS pixels; as large as a card. */
const SHOWN_SIDE = 512;

interface ClipThumbnailProps {
  readonly job: Job;
  /** Id of the file. */
  readonly output: number;
  /** True if pointed at, focused or selected. Reduced motion and “Pause all” still win. */
  readonly isPlaying: boolean;
  /** URL of the sent picture, until there is a still. */
  readonly fallback?: string | undefined;
}

export function ClipThumbnail({ job, output: id, isPlaying, fallback }: ClipThumbnailProps) {
  const output = job.outputs.find((each) => each.id === id);
  const isStill = useReducedMotion() ?? false;
  const areClipsPaused = useSetting('areClipsPaused');
  if (output === undefined) return null;
  const still = output.poster ?? fallback;
  const isPlayable = output.clip?.isPlayable !== false && !isLeftAlone(output);
  const isMoving = isPlaying && !isStill && !areClipsPaused && isPlayable;
  return (
    <>
      {still !== undefined && (
        <img className={shared['fit']} src={still} alt="" loading="lazy" decoding="async" />
      )}
      {isMoving && <MovingClip file={output} />}
    </>
  );
}

function MovingClip({ file }: { readonly file: JobOutput }) {
  const clip = useClip(file);
  const { status, head, times } = useClipSnapshot(clip);
  const clock = useClock();
  const isReady = status.kind === 'ready';
  useEffect(() => {
    if (!isReady) return;
    clock.setTimes(times);
    clock.play();
  }, [clock, isReady, times]);
  const { width, height } = head?.size ?? { width: 1, height: 1 };
  const size = scaledSize({ width, height }, Math.min(1, SHOWN_SIDE / Math.max(width, height)));
  const canvas = useDrawnFrames(isReady ? clip : undefined, clock, size);
  // the still below is seen until the first frame
  return (
    <canvas
      ref={canvas}
      {...size}
      className={`${shared['cover']} ${shared['fit']}`}
      hidden={!isReady}
      aria-hidden
    />
  );
}
