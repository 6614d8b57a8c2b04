/**
 * Long work on the library in many short transactions, one work after the other. Other work goes on in
 * between, so each step alone must leave the library sound.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';

/** Time of the steps in one transaction, ms; writing it to the disk comes on top. */
const SLICE = 15;

export interface SlicedWork {
  /** The work waits until those before it have ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Within {@link inTurn}: a step for each item, many steps in a transaction.
   *
   * @param most steps in one transaction, where its end costs more than they do
   */
  each<Item>(items: Iterable<Item>, step: (item: Item) => void, most?: number): Promise<void>;
  /** Resolves when the work has ended, in the middle if need be. */
  close(): Promise<void>;
}

export function createSlicedWork(database: DatabaseSync): SlicedWork {
  let latest: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function requireOpen(): void {
    if (isClosed) throw new AppError({ kind: 'cancelled', message: 'Gesso is closing.' });
  }

  return {
    inTurn(work) {
      const turn = latest.then(async () => {
        requireOpen();
        return await work();
      });
      latest = turn.catch(() => undefined); // its caller hears of it
      return turn;
    },
    async each(items, step, most = Infinity) {
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
    async close() {
      isClosed = true;
      await latest;
    },
  };
}
