/** What is said when kept answers were taken in place of calls. */
import type { StartedRun } from '../../../../shared/contract/cleanup.ts';

/** @returns `undefined` when all were calls */
export function storedSentence({ jobIds, stored }: StartedRun): string | undefined {
  const calls = jobIds.length - stored.length;
  if (stored.length === 0) return undefined;
  if (calls === 0) return 'Taken from what was paid for before: nothing was sent and nothing paid.';
  const kept = stored.length === 1 ? '1 part was' : `${stored.length} parts were`;
  return `${kept} taken from what was paid for before; ${calls === 1 ? '1 call was' : `${calls} calls were`} sent.`;
}
