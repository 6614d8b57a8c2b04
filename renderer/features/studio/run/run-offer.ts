/** What the panel offers: to run, or first of all what was paid for before. */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { RunOperation } from './run-store.ts';

/** See `session/run-actions.ts`. */
type StoredUse = 'use' | 'ignore' | 'only';

export interface OfferedRun {
  readonly label: string;
  readonly stored: StoredUse;
}

export interface RunOffer {
  /** What was paid for before; missing when nothing of it was. */
  readonly sentence: string | undefined;
  /** Never pays for what is kept. */
  readonly first: OfferedRun;
  readonly others: readonly OfferedRun[];
}

export const RUN_LABELS: Readonly<Record<RunOperation, string>> = {
  cleanup: 'Run clean-up',
  'remove-text': 'Run text removal',
};

/**
 * @param calls what the backend says to the plan; `undefined` before it has
 * @param timeText a time as the user reads it
 */
export function offerRun(
  operation: RunOperation,
  calls: CallPlan | undefined,
  timeText: (milliseconds: number) => string,
): RunOffer {
  const all = calls?.calls ?? [];
  const kept = all.flatMap(({ stored }) => (stored === undefined ? [] : [stored]));
  const first = { label: RUN_LABELS[operation], stored: 'use' } as const;
  if (kept.length === 0) return { sentence: undefined, first, others: [] };
  if (kept.length === all.length) {
    const time = timeText(Math.max(...kept.map(({ endedAt }) => endedAt)));
    const result = kept.length === 1 ? 'the stored result' : 'the stored results';
    return {
      sentence: `This was paid for before (${time}).`,
      first: { label: `Use ${result} (free)`, stored: 'use' },
      others: [{ label: 'Run again and pay', stored: 'ignore' }],
    };
  }
  const rest = all.length - kept.length;
  const only = { label: `Only the ${kept.length} kept (free)`, stored: 'only' } as const;
  const again = { label: `Run all ${all.length} again and pay`, stored: 'ignore' } as const;
  return {
    sentence: `${kept.length} of ${all.length} parts ${kept.length === 1 ? 'is' : 'are'} kept: ${callsText(rest)}.`,
    first,
    others: operation === 'cleanup' ? [only, again] : [again],
  };
}

/** Whether the answer to a box is kept, as far as it is known. */
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

/** "1 call", "3 calls". */
export function callsText(number: number): string {
  return number === 1 ? '1 call' : `${number} calls`;
}
