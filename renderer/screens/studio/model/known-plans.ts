/**
 * Answers of the backend to earlier questions about the next run, by everything on the page that
 * decides them. Undo and redo come back to a question whose answer is known.
 */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { wordsOfBits, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { rememberedBy } from '../../../../shared/remembered-by.ts';
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

/** Its place and its pixels. */
function markOfTile({ column, row, bits }: PackedMaskTile): string {
  return `${column},${row}:${bits === undefined ? '' : hashOfBits(bits)}`;
}

/** Two hashes of 32 bits, each of which depends on the order. */
export const hashOfBits = rememberedBy((bits: Uint8Array) => {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (const word of wordsOfBits(bits)) {
    first = Math.imul(first ^ word, 0x85ebca6b);
    second = Math.imul(second ^ word, 0xc2b2ae35);
    // a product hands bits on upwards alone: the shifts bring the upper ones down
    first ^= first >>> 15;
    second ^= second >>> 13;
  }
  return `${first >>> 0}-${second >>> 0}`;
});
