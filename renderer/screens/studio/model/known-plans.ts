/** Caches answers about the next run, because undo and redo return to earlier questions. */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { wordsOfBits, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { rememberedBy } from '../../../../shared/remembered-by.ts';
import type { NextRun } from './next-run.ts';

const KEPT_ANSWERS = 50;

export function createKnownPlans() {
  const answers = new Map<string, CallPlan>();
  return {
    of: (question: string): CallPlan | undefined => answers.get(question),
    keep(question: string, answer: CallPlan): void {
      answers.delete(question);
      answers.set(question, answer);
      const [oldest] = answers.keys();
      if (answers.size > KEPT_ANSWERS && oldest !== undefined) answers.delete(oldest);
    },
    /** Call when anything outside the question has changed. */
    forget: (): void => answers.clear(),
  };
}

/** Returns equal keys for equal regions and pixels. */
export function planQuestion(next: NextRun, painted: readonly PackedMaskTile[]): string {
  const regions = next.regions.map(({ x, y, width, height }) => [x, y, width, height].join());
  const mask = next.operation === 'cleanup' ? painted.map(markOfTile).toSorted() : [];
  return [next.operation, next.text?.mode, ...regions, ...mask].join(' ');
}

function markOfTile({ column, row, bits }: PackedMaskTile): string {
  return `${column},${row}:${bits === undefined ? '' : hashOfBits(bits)}`;
}

/** Two order-dependent hashes of 32 bits. */
export const hashOfBits = rememberedBy((bits: Uint8Array) => {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (const word of wordsOfBits(bits)) {
    first = Math.imul(first ^ word, 0x85ebca6b);
    second = Math.imul(second ^ word, 0xc2b2ae35);
    // products only carry upwards: shifts bring the upper bits down
    first ^= first >>> 15;
    second ^= second >>> 13;
  }
  return `${first >>> 0}-${second >>> 0}`;
});
