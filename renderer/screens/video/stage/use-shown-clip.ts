import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { useShownRun } from '../../../features/runs/use-shown-run.ts';
import type { ClipList } from '../clips/use-clips.ts';
import { clipOf } from '../model/clip-list.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';

export interface OpenClip {
  readonly job: Job;
  /** `undefined` until there is one. */
  readonly output: JobOutput | undefined;
}

export function useShownClip(clips: ClipList): OpenClip | undefined {
  const job = useShownRun(
    clips,
    useVideo((state) => state.clipId),
  );
  const clipOutput = useVideo((state) => state.clipOutput);
  return job && { job, output: clipOf(job, clipOutput) };
}

export type VideoView = 'picture' | 'clip' | 'compare';

export function useVideoView(): VideoView {
  const { slot } = useVideoSession();
  const hasPhoto = usePictureSlotState(slot).photo !== undefined;
  const clipId = useVideo((state) => state.clipId);
  const isComparing = useVideo((state) => state.compared !== undefined);
  const isPictureLarge = useVideo((state) => state.isPictureLarge);
  const isFree = clipId === undefined && !isComparing;
  if (isPictureLarge ?? (isFree && hasPhoto)) return 'picture';
  return isComparing ? 'compare' : 'clip';
}
