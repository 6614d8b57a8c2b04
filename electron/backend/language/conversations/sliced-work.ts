/** Runs long work in short transactions; every step must leave the library consistent. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';

/** Steps per transaction, ms, without the commit. */
const SLICE = 15;

export type SlicedWork = ReturnType<typeof createSlicedWork>;

export function createSlicedWork(database: DatabaseSync) {
  let latest: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new AppError('cancelled', 'Gesso is closing.');
  }

  return {
    inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
      const turn = latest.then(async () => {
        requireOpen();
        return await work();
      });
      latest = turn.catch(() => undefined); // The caller receives the error.
      return turn;
    },
    /** Call within {@link inTurn}. @param most steps per transaction, if the commit is expensive */
    async each<Item>(
      items: Iterable<Item>,
      step: (item: Item) => void,
      most: number = Infinity,
    ): Promise<void> {
      const rest = items[Symbol.iterator]();
      let next = rest.next();
      while (next.done !== true) {
        requireOpen();
        transaction(database, () => {
          const end = performance.now() + SLICE;
          for (let steps = 0; next.done !== true && steps < most; steps++) {
            step(next.value);
            next = rest.next();
            if (performance.now() >= end) break;
          }
        });
        await setImmediate();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await latest;
    },
  };
}
