/** Describes a start that used saved results. */
import type { StartedRun } from '../../../../shared/contract/cleanup.ts';
import { count } from '../../../core/ui/format.ts';

/** @param isPaid otherwise nothing is said @returns `undefined` if all were calls */
export function storedSentence(
  { jobIds, stored }: Pick<StartedRun, 'jobIds' | 'stored'>,
  isPaid: boolean,
): string | undefined {
  const calls = jobIds.length - stored.length;
  if (stored.length === 0) return undefined;
  if (calls > 0)
    return `Used ${count(stored.length, 'saved result')} and sent ${count(calls, 'call')}.`;
  const used = stored.length === 1 ? 'Used the saved result.' : 'Used saved results.';
  return `${used} Nothing was sent${isPaid ? ' or charged' : ''}.`;
}
