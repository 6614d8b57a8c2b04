import type { Attempts } from './attempts.ts';

/** Offers to undo removals: each from its message, and the last one also from a command. */
export function createUndo({
  attempt,
  sayUndo,
}: Pick<Attempts, 'attempt'> & { readonly sayUndo: (message: string, undo: () => void) => void }) {
  let last: (() => Promise<void>) | undefined;
  return {
    /** @param restore is called once, and again only after an error */
    offer(message: string, restore: () => Promise<unknown>): void {
      let isUndone = false;
      async function undo(): Promise<void> {
        if (isUndone) return;
        isUndone = true;
        if (last === undo) last = undefined;
        await attempt(async () => {
          try {
            await restore();
          } catch (thrown) {
            isUndone = false;
            last ??= undo;
            throw thrown;
          }
        });
      }
      last = undo;
      sayUndo(message, () => void undo());
    },
    canUndo: (): boolean => last !== undefined,
    undoLast: async (): Promise<void> => last?.(),
  };
}
