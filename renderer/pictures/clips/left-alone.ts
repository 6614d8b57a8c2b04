/** Clips that the window does not open by itself. */
import type { JobOutput } from '../../../shared/contract/jobs.ts';

/** Measuring it has shown that it keeps a reader for ever, or the program ended with it. */
export function isLeftAlone({ damage }: Pick<JobOutput, 'damage'>): boolean {
  return damage === 'endless' || damage === 'stopped';
}
