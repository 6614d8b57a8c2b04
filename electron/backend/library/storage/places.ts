/** Orders for the library's location at the next start, and previous libraries. */
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { libraryEntries } from '../library-parts.ts';
import { readPlace, writePlace, type PlaceOrder } from '../library-location.ts';
import { restorableBackups } from './kept-databases.ts';

export interface Places {
  /** `undefined` cancels the existing one. */
  orderNext(order: PlaceOrder | undefined): void;
  /** @throws AppError `not-found` */
  restoreBackup(name: string): void;
  /** @throws AppError `not-found` */
  goBackTo(folder: string): void;
  /** Deletes only Gesso's own files. @throws AppError `not-found` */
  removeEarlier(folder: string): Promise<void>;
  forgetOrder(): void;
}

/** @param deps.folder the library's @param deps.home default data folder */
export function createPlaces(deps: {
  readonly home: string;
  readonly folder: string;
  readonly now: () => number;
}): Places {
  const { home, folder, now } = deps;

  function orderNext(order: PlaceOrder | undefined): void {
    const { folder: current, earlier } = readPlace(home);
    writePlace(home, { folder: current, earlier, order });
  }

  function earlierOf(wanted: string): string {
    const found = readPlace(home).earlier.find((each) => each === wanted);
    if (found !== undefined) return found;
    throw new AppError({ kind: 'not-found', message: 'This library is no longer in the list.' });
  }

  return {
    orderNext,
    restoreBackup(name) {
      const found = restorableBackups(folder).find((each) => each.name === name);
      if (found === undefined) {
        throw new AppError({ kind: 'not-found', message: 'This backup is no longer there.' });
      }
      orderNext({ kind: 'backup', name, from: found.at });
    },
    goBackTo: (wanted) => orderNext({ kind: 'use', folder: earlierOf(wanted), from: now() }),
    async removeEarlier(wanted) {
      const earlier = earlierOf(wanted);
      for (const name of existsSync(earlier) ? libraryEntries(earlier) : []) {
        await rm(join(earlier, name), { recursive: true, force: true });
      }
      if (earlier !== home && existsSync(earlier)) {
        await rm(join(earlier, 'in-use.lock'), { force: true });
        if (readdirSync(earlier).length === 0) rmdirSync(earlier);
      }
      const { order, ...place } = readPlace(home);
      const isOrdered = order?.kind === 'use' && order.folder === earlier;
      writePlace(home, {
        ...place,
        earlier: place.earlier.filter((each) => each !== earlier),
        ...(isOrdered ? {} : { order }),
      });
    },
    forgetOrder: () => orderNext(undefined),
  };
}
