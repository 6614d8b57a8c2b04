/** The buttons of the panel: run, or use saved results first. */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { describeCalls, runAgainLabel } from '../../../work/jobs/job-words.ts';
import { count, formatRoughly } from '../../../base/ui/format.ts';
import type { RunOperation, StoredUse } from '../model/run-store.ts';

export interface OfferedRun {
  readonly label: string;
  /** Its calls, their cost and their time, as far as they are known. */
  readonly detail?: string | undefined;
  readonly stored: StoredUse;
}

export interface RunOffer {
  /** Which saved results there are; missing when there are none. */
  readonly sentence: string | undefined;
  /** Never repeats a call whose result is saved. */
  readonly first: OfferedRun;
  readonly others: readonly OfferedRun[];
}

export const RUN_LABELS: Readonly<Record<RunOperation, string>> = {
  cleanup: 'Clean up',
  'remove-text': 'Remove text',
};

/**
 * Why nothing can run, in the same words for button and command; `undefined` when it can.
 *
 * @param next whether a mask is painted or a selection could be added to it, and the regions to send
 */
export function runObstacle(
  operation: RunOperation,
  next: { readonly hasMask: boolean; readonly hasSelection: boolean; readonly regions: number },
): string | undefined {
  if (operation === 'cleanup') {
    if (next.hasMask) return undefined;
    return next.hasSelection ? 'Add the selection to the mask first' : 'Paint a mask first';
  }
  return next.regions > 0 ? undefined : 'Draw a text box first';
}

/**
 * @param calls the backend's answer to the plan; `undefined` before it has come
 * @param when a time within a sentence, e.g. "at 14:05"
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

/** "35 calls, $0.70, about 3 minutes": those without a saved result. */
function describeRest(
  { costWithStored, expectedMilliseconds: time, isPractice }: CallPlan,
  calls: number,
): string {
  const words = describeCalls({ calls, cost: costWithStored, isPractice });
  return time === undefined ? words : `${words}, ${formatRoughly(time)}`;
}

/** Whether there is a saved result for a box, as far as it is known. */
export function isStored(calls: CallPlan | undefined, { x, y, width, height }: Rect): boolean {
  return (calls?.calls ?? []).some(
    ({ region, stored }) =>
      stored !== undefined &&
      region.x === x &&
      region.y === y &&
      region.width === width &&
      region.height === height,
  );
}
