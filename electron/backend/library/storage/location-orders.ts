/** Orders for the library's location at the next start, and previous libraries. */
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { os } from '../../service/common/procedures.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { libraryEntries } from '../library-parts.ts';
import { linkOrCopy } from '../link-or-copy.ts';
import {
  readLibraryLocation,
  writeLibraryLocation,
  type LocationOrder,
} from '../library-location.ts';
import { restorableBackups } from './kept-databases.ts';

/** Outlives its backup, which newer ones may displace; deleted at the next start. */
const ORDERED = 'ordered.part';

/** @param deps.folder the library's @param deps.home default data folder */
export function createLocationOrders(deps: {
  readonly home: string;
  readonly folder: string;
  readonly now: () => number;
}) {
  const { home, folder, now } = deps;

  /** @param order `undefined` cancels the existing one */
  function orderNext(order: LocationOrder | undefined): void {
    const { folder: current, earlier } = readLibraryLocation(home);
    writeLibraryLocation(home, { folder: current, earlier, order });
  }

  function earlierOf(wanted: string): string {
    const found = readLibraryLocation(home).earlier.find((each) => each === wanted);
    if (found !== undefined) return found;
    throw new AppError('not-found', 'This library is no longer in the list.');
  }

  const procedures = {
    restoreBackup: os.storage.restoreBackup.handler(async ({ input: { name } }) => {
      const found = restorableBackups(folder).find((each) => each.name === name);
      if (found === undefined) throw new AppError('not-found', 'This backup is no longer there.');
      const backups = join(folder, 'backups');
      await rm(join(backups, ORDERED), { force: true });
      await linkOrCopy(join(backups, name), join(backups, ORDERED));
      orderNext({ kind: 'backup', name: ORDERED, from: found.at });
    }),
    goBackTo: os.storage.goBackTo.handler(({ input }) =>
      orderNext({ kind: 'use', folder: earlierOf(input.folder), from: now() }),
    ),
    /** Deletes only Gesso's own files. */
    removeEarlier: os.storage.removeEarlier.handler(async ({ input }) => {
      const earlier = earlierOf(input.folder);
      for (const name of existsSync(earlier) ? libraryEntries(earlier) : []) {
        await rm(join(earlier, name), { recursive: true, force: true });
      }
      if (earlier !== home && existsSync(earlier)) {
        await rm(join(earlier, 'in-use.lock'), { force: true });
        if (readdirSync(earlier).length === 0) rmdirSync(earlier);
      }
      const { order, ...location } = readLibraryLocation(home);
      const isOrdered = order?.kind === 'use' && order.folder === earlier;
      writeLibraryLocation(home, {
        ...location,
        earlier: location.earlier.filter((each) => each !== earlier),
        ...(isOrdered ? {} : { order }),
      });
    }),
    forgetOrder: os.storage.forgetOrder.handler(() => orderNext(undefined)),
  };

  return { procedures, orderNext };
}
