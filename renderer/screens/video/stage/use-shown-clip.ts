import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { useShownRun } from '../../../features/runs/use-shown-run.ts';
import type { ClipList } from '../clips/use-clips.ts';
import { clipOf } from '../model/clip-list.ts';
import { useVideo } from '../session/index.ts';

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
