import type { JobOutput } from '../../../shared/contract/jobs.ts';

/** True if decoding it hung a reader, or ended the program. */
export function isLeftAlone({ damage }: Pick<JobOutput, 'damage'>): boolean {
  return damage === 'endless' || damage === 'stopped';
}
