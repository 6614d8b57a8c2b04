import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { isSameRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { describeCalls, runAgainLabel } from '../../../features/jobs/job-words.ts';
import { count, formatRoughly } from '../../../core/ui/format.ts';
import type { RunOperation, StoredUse } from '../model/studio-store.ts';

interface OfferedRun {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly stored: StoredUse;
}

export interface RunOffer {
  readonly sentence: string | undefined;
  /** Never repeats a call with a saved result. */
  readonly first: OfferedRun;
  readonly others: readonly OfferedRun[];
}

const RUN_LABELS: Readonly<Record<RunOperation, string>> = {
  cleanup: 'Clean up',
  'remove-text': 'Remove text',
};

/** Shared by button and command. Returns `undefined` if a run can start. */
export function runObstacle(
  operation: RunOperation,
  next: { readonly hasMask: boolean; readonly hasSelection: boolean; readonly regions: number },
): string | undefined {
  if (operation === 'cleanup') {
    if (next.hasMask) return undefined;
    return next.hasSelection
      ? 'Add the selection to the mask first'
      : 'Mark something in the photo';
  }
  return next.regions > 0 ? undefined : 'Draw a text box first';
}

/**
 * @param calls `undefined` before the backend has answered
 * @param when formats a time within a sentence, e.g. "at 14:05"
 */
export function offerRun(
  operation: RunOperation,
  calls: CallPlan | undefined,
  when: (milliseconds: number) => string,
): RunOffer {
  const { calls: all = [], cost, isPractice = true } = calls ?? {};
  const saved = all.flatMap(({ stored }) => (stored === undefined ? [] : [stored]));
  const detail = calls && describeRest(calls, all.length - saved.length);
  const first = { label: RUN_LABELS[operation], detail, stored: 'use' } as const;
  if (saved.length === 0) return { sentence: undefined, first, others: [] };
  if (saved.length === all.length) {
    const time = Math.max(...saved.map(({ endedAt }) => endedAt));
    return {
      sentence: `Already run ${when(time)}.`,
      first: {
        label: saved.length === 1 ? 'Use saved result' : 'Use saved results',
        stored: 'use',
      },
      others: [{ label: runAgainLabel({ calls: all.length, cost, isPractice }), stored: 'ignore' }],
    };
  }
  const only = {
    label:
      saved.length === 1
        ? 'Use only the saved result'
        : `Use only the ${saved.length} saved results`,
    stored: 'only',
  } as const;
  const again = {
    label: `Run all again (${describeCalls({ calls: all.length, cost, isPractice })})`,
    stored: 'ignore',
  } as const;
  const rest = count(all.length - saved.length, 'call');
  return {
    sentence: `${count(saved.length, 'saved result')} for ${all.length} parts. Run sends ${rest}.`,
    first,
    others: operation === 'cleanup' ? [only, again] : [again],
  };
}

/** Returns e.g. "35 calls, $0.70, about 3 minutes", without saved results. */
function describeRest(
  { costWithStored, expectedMilliseconds: time, isPractice }: CallPlan,
  calls: number,
): string {
  const words = describeCalls({ calls, cost: costWithStored, isPractice });
  return time === undefined ? words : `${words}, ${formatRoughly(time)}`;
}

/** Returns the note on the box of a run. @param calls for the tiles of a text box; 0 if it is sent as a whole */
export function noteOfBox(plan: CallPlan | undefined, rect: Rect, calls = 0): string | undefined {
  if (calls > 0) return count(calls, 'call');
  const isStored = plan?.calls.some(({ region, stored }) => stored && isSameRect(region, rect));
  return isStored === true ? 'saved result' : undefined;
}
