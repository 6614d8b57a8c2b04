/** In a file of its own: the application asks before it loads anything else. */
import { isFinalJobState, type Job, type JobOutput } from '../../../shared/contract/jobs.ts';
import { isLeftAlone } from './left-alone.ts';

export function wantingOutputs({ state, outputs }: Job): readonly JobOutput[] {
  return isFinalJobState(state) ? outputs.filter(isWanting) : [];
}

function isWanting(output: JobOutput): boolean {
  const { poster, clip, mediaType } = output;
  if (poster !== undefined || clip?.isPlayable === false || isLeftAlone(output)) return false;
  return clip !== undefined || mediaType.startsWith('video/') || mediaType === 'image/gif';
}
