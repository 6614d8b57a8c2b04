import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { os } from '../../service/common/procedures.ts';
import type { StorageWork } from '../../../../shared/contract/storage.ts';
import { AppError, invalidInput, notFound } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { typedPath } from '../../service/common/typed-path.ts';
import { runInBackground } from '../../service/common/background.ts';
import { copyLibrary } from '../copy-library.ts';
import { isLibrary, libraryEntries, listLibraryFiles } from '../library-parts.ts';
import {
  readLibraryLocation,
  isUnfinishedCopy,
  noteCopy,
  writeLibraryLocation,
  type LocationOrder,
} from '../open-library-location.ts';
import type { Usage } from '../usage.ts';
import { writeBackupFile, removeUnfinished, restoreFile } from './backup-file.ts';
import { restorableBackups } from './kept-databases.ts';
import { countKinds } from './kinds.ts';
import type { Removables } from './removables.ts';
import { isLow, requireSpace, type SpaceWatch } from './space.ts';
import { localDay } from '../../../../shared/files/local-day.ts';
import { plainName } from '../../../../shared/plain-name.ts';
import { linkOrCopy } from '../link-or-copy.ts';

/** Outlives its backup, which newer ones may displace; deleted at the next start. */
const ORDERED = 'ordered.part';

/** @param deps.folder the library's @param deps.home default data folder */
function createLocationOrders(deps: {
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
    throw notFound('This library is no longer in the list.');
  }

  const procedures = {
    restoreBackup: os.storage.restoreBackup.handler(async ({ input: { name } }) => {
      const found = restorableBackups(folder).find((each) => each.name === name);
      if (found === undefined) throw notFound('This backup is no longer there.');
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

type Step = (
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
) => Promise<Pick<StorageWork, 'accounts'> | void>;

export function createStorage(deps: {
  readonly database: DatabaseSync;
  readonly folder: string;
  /** The default data folder. */
  readonly home: string;
  readonly version: string;
  readonly ports: Pick<HostPorts, 'saveFile' | 'chooseFolder' | 'chooseBackupFile' | 'restart'>;
  readonly usage: Usage;
  readonly removables: Removables;
  readonly space: SpaceWatch;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly now: () => number;
}) {
  const { database, folder, home, ports, removables, now } = deps;
  const locationOrders = createLocationOrders({ home, folder, now });
  const { orderNext } = locationOrders;
  let work: StorageWork | null = null;
  let stopping = new AbortController();
  const restored = join(home, 'restored');
  runInBackground('storage: an unfinished restore stays', deps.log, () =>
    removeUnfinished(restored),
  );
  let running: Promise<void> = Promise.resolve();

  /** @param step returns the facts for its end */
  function begin(kind: StorageWork['kind'], step: Step): Promise<void> {
    refuseSecond();
    stopping = new AbortController();
    const { signal } = stopping;
    work = { kind, state: 'running', done: 0, total: 0 };
    const onProgress = (done: number, total: number) => {
      work = { kind, state: 'running', done, total };
    };
    async function run(): Promise<void> {
      try {
        const more = await step(onProgress, signal);
        work = { kind, state: 'done', done: work?.total ?? 0, total: work?.total ?? 0, ...more };
      } catch (error) {
        const { done = 0, total = 0 } = work ?? {};
        work = signal.aborted
          ? { kind, state: 'stopped', done, total }
          : { kind, state: 'failed', done, total, error: deps.cleanError(error).toData() };
      }
    }
    return (running = run());
  }

  function refuseSecond(): void {
    if (work?.state !== 'running') return;
    throw invalidInput('The library is being copied already. Wait until it is done, or stop it.');
  }

  async function startMove(to: string): Promise<void> {
    await checkTarget(folder, to);
    const bytes = (await bytesOf(folder)) - (await bytesOf(to));
    const made = await mkdir(to, { recursive: true, mode: 0o700 });
    try {
      await requireSpace(to, bytes + (await stat(join(folder, 'library.db'))).size);
      void begin('move', async (onProgress, signal) => {
        try {
          noteCopy(to, folder);
          await copyLibrary({ from: folder, to, onProgress, signal });
          orderNext({ kind: 'move', folder: to });
        } catch (error) {
          for (const name of libraryEntries(to)) await rm(join(to, name), { recursive: true });
          await removeEmpty(to, made);
          throw error;
        }
      });
    } catch (error) {
      await removeEmpty(to, made);
      throw error;
    }
  }

  async function startRestore(path: string): Promise<void> {
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) {
      throw invalidInput(
        `There is no file ${basename(path)} in that place. Check the path and try again.`,
      );
    }
    const into = join(restored, new Date(now()).toISOString().replaceAll(/[:.]/gu, '-'));
    void begin('restore', async (onProgress, signal) => {
      const { at } = await restoreFile(path, into, { onProgress, signal });
      orderNext({ kind: 'use', folder: into, from: at });
      return { accounts: accountsIn(join(into, 'library.db')) };
    });
  }

  const procedures = {
    read: os.storage.read.handler(async () => {
      const { order, failure, earlier } = readLibraryLocation(home);
      const space = await deps.space.read();
      return {
        folder,
        freeBytes: space.free,
        isLow: isLow(space),
        kinds: countKinds({ database, folder, usage: deps.usage.read(), removables }),
        backups: restorableBackups(folder),
        earlier,
        ...(order === undefined ? {} : { order: order.kind }),
        ...(failure === undefined ? {} : { failure }),
        typesPlaces: ports.chooseFolder === undefined,
        canRestart: ports.restart !== undefined,
      };
    }),
    cleanUp: os.storage.cleanUp.handler(({ input }) =>
      removables.cleanUp(input.kind, input.withOnlyHere),
    ),
    undo: os.storage.undo.handler(({ input }) => removables.undo(input.undoId)),
    work: os.storage.work.handler(() => work),
    stop: os.storage.stop.handler(() => stopping.abort()),
    backUp: os.storage.backUp.handler(async ({ input: { typed: path } }) => {
      refuseSecond();
      const name = `Gesso ${localDay(now())}.gessobackup`;
      const write =
        (file: string) =>
        async (onProgress: (done: number, total: number) => void, signal: AbortSignal) => {
          await writeBackupFile(file, { ...deps, onProgress, signal });
        };
      if (ports.chooseFolder === undefined) {
        const file = typedPath(path).endsWith('.gessobackup')
          ? typedPath(path)
          : join(typedPath(path), name);
        if (existsSync(file)) {
          throw invalidInput(
            `There is a file ${basename(file)} in that place already. Type another name.`,
          );
        }
        void begin('back-up', async (onProgress, signal) => {
          const part = `${file}.part`;
          try {
            await write(part)(onProgress, signal);
            await rename(part, file);
          } catch (error) {
            await rm(part, { force: true });
            throw error;
          }
        });
        return true;
      }
      let isBegun = false;
      await ports.saveFile({
        suggestedName: name,
        mediaType: 'application/x-tar',
        async write(file) {
          isBegun = true;
          await begin('back-up', write(file));
          if (work?.state === 'done') return;
          throw AppError.of(work?.error ?? { kind: 'cancelled', message: 'Stopped.' });
        },
      });
      return isBegun;
    }),
    restore: os.storage.restore.handler(async ({ input: { typed: path } }) => {
      refuseSecond();
      const chosen =
        ports.chooseFolder === undefined ? typedPath(path) : await ports.chooseBackupFile?.();
      if (chosen === undefined) return false;
      await startRestore(chosen);
      return true;
    }),
    move: os.storage.move.handler(async ({ input: { typed: path } }) => {
      refuseSecond();
      const chosen =
        ports.chooseFolder === undefined ? typedPath(path) : await ports.chooseFolder();
      if (chosen === undefined) return false;
      await startMove(resolve(chosen));
      return true;
    }),
    ...locationOrders.procedures,
    restart: os.storage.restart.handler(() => {
      if (ports.restart !== undefined) return ports.restart();
      throw new AppError(
        'tool-unavailable',
        'Gesso can’t restart itself here. Quit it and start it again.',
      );
    }),
  };

  return {
    procedures,
    async close(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

async function removeEmpty(folder: string, first: string | undefined): Promise<void> {
  if (first === undefined) return;
  await rmdir(folder).catch(() => undefined); // Somebody else has put something there.
  if (folder !== first) await removeEmpty(dirname(folder), first);
}

async function bytesOf(folder: string): Promise<number> {
  const files = await listLibraryFiles(folder, true);
  return files.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Empty, or an unfinished copy of this library. @throws AppError `invalid-input` */
async function checkTarget(folder: string, to: string): Promise<void> {
  const refuse = (message: string) => invalidInput(message);
  const inside = relative(await realPlace(folder), await realPlace(to));
  if (inside === '') throw refuse('The library is in this folder already. Select another one.');
  if (!inside.startsWith(`..${sep}`) && inside !== '..' && !isAbsolute(inside)) {
    throw refuse('This folder is inside the library itself. Select another one.');
  }
  const facts = await stat(to).catch(() => undefined);
  if (facts === undefined) return;
  if (!facts.isDirectory()) throw refuse('This is not a folder. Select another place.');
  if (isUnfinishedCopy(to, folder)) return;
  if (isLibrary(to) || (await readdir(to)).length > 0) {
    throw refuse('This folder is not empty. Select or make an empty one.');
  }
}

/** @returns the real path of the part that exists, and the names that are missing below it */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  const parent = dirname(path);
  if (real !== undefined || parent === path) return real ?? path;
  return join(await realPlace(parent), basename(path));
}

/** @param path of an intact database of any version */
function accountsIn(path: string): NonNullable<StorageWork['accounts']> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const hasAccounts = database
      .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'connections'`)
      .get();
    if (hasAccounts === undefined) return [];
    return database
      .prepare('SELECT * FROM connections')
      .all()
      .map((row) => ({
        name: plainName(String(row['name'])),
        addresses: [row['base_url'], gatewayAddress(row['gateway'])].flatMap((address) =>
          typeof address === 'string' ? [plainName(address)] : [],
        ),
      }));
  } finally {
    database.close();
  }
}

function gatewayAddress(gateway: unknown): unknown {
  if (typeof gateway !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(gateway);
    return typeof parsed === 'object' && parsed !== null && 'baseUrl' in parsed
      ? parsed.baseUrl
      : undefined;
  } catch {
    return 'a gateway that can’t be read';
  }
}
