/**
 * Answers of the backend to earlier questions about the next run, by everything on the page that
 * decides them. Undo and redo come back to a question whose answer is known.
 */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { NextRun } from './next-run.ts';

/** Answers that are kept: as many as one goes back and forth between. */
const KEPT_ANSWERS = 50;

export interface KnownPlans {
  of(question: string): CallPlan | undefined;
  keep(question: string, answer: CallPlan): void;
  /** Something else has changed: no answer holds. */
  forget(): void;
}

export function createKnownPlans(): KnownPlans {
  const answers = new Map<string, CallPlan>();
  return {
    of: (question) => answers.get(question),
    keep(question, answer) {
      answers.delete(question);
      answers.set(question, answer);
      const [oldest] = answers.keys();
      if (answers.size > KEPT_ANSWERS && oldest !== undefined) answers.delete(oldest);
    },
    forget: () => answers.clear(),
  };
}

/** The same for the same regions and the same painted pixels. */
export function planQuestion(next: NextRun, painted: readonly PackedMaskTile[]): string {
  const regions = next.regions.map(({ x, y, width, height }) => [x, y, width, height].join());
  const mask = next.operation === 'cleanup' ? painted.map(markOfTile).toSorted() : [];
  return [next.operation, next.text?.mode, ...regions, ...mask].join(' ');
}

/** Its place, and its pixels as two hashes of 32 bits (FNV-1a, and a sum that depends on the order). */
function markOfTile({ column, row, bits }: PackedMaskTile): string {
  let hash = 0x811c9dc5;
  let sum = 0;
  for (const byte of bits ?? []) {
    hash = Math.imul(hash ^ byte, 0x01000193);
    sum = (Math.imul(sum, 31) + byte) | 0;
  }
  return `${column},${row}:${hash >>> 0}-${sum >>> 0}`;
}
