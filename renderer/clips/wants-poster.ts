/** Which files still need a still. In a file of its own: the application asks before anything else is loaded. */
import { isFinalJobState, type Job, type JobOutput } from '../../shared/contract/jobs.ts';

/** The files of a job that are clips without a still. */
export function wantingOutputs({ state, outputs }: Job): readonly JobOutput[] {
  return isFinalJobState(state) ? outputs.filter(isWanting) : [];
}

function isWanting({ poster, clip, mediaType }: JobOutput): boolean {
  if (poster !== undefined || clip?.isPlayable === false) return false;
  return clip !== undefined || mediaType.startsWith('video/') || mediaType === 'image/gif';
}
