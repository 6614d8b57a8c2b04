/**
 * Chromium's own files (its lock among them: symbolic links and a socket), the log and the window's places. They stay on
 * this computer's own disk also where the library is elsewhere: on a stick or in the network there may be no links.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { LOG } from './log-file.ts';

/**
 * @param usual `app.getPath('userData')` before it is set
 * @param chosenData the folder of the library; `undefined` for the usual one
 */
export function userDataFor(usual: string, chosenData: string | undefined): string {
  if (chosenData === undefined) return usual;
  const hash = createHash('sha256').update(realPlace(chosenData)).digest('hex').slice(0, 16);
  return join(usual, 'libraries', hash);
}

/** The same folder by every name that leads to it, also before it is made. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPlace(parent), basename(path));
  }
}

/** Where these files were beside a chosen library in Gesso 1.0.0. */
const EARLIER = 'electron';
const OURS = ['window.json', join('logs', LOG.earlierName), join('logs', LOG.fileName)] as const;
const LOCK = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'] as const;

/** The files of 1.0.0 beside a library; both acts return a line for the log where they fail, and can wait for the next start. */
export interface EarlierFiles {
  /** Copies the window's places and the log, once. */
  bringOver(userData: string): string | undefined;
  /**
   * Removes them, and the lock. Call when the library is open: an earlier Gesso is not. Nothing else is touched, as a
   * folder of this name may be the user's.
   */
  clear(): string | undefined;
}

/** @param chosenData the folder of the library; `undefined` for the usual one, which had nothing beside it */
export function earlierFiles(chosenData: string | undefined): EarlierFiles | undefined {
  if (chosenData === undefined) return undefined;
  const folder = join(chosenData, EARLIER);
  if (!OURS.some((name) => existsSync(join(folder, name)))) return undefined;
  return {
    bringOver: (userData) =>
      troubleOf(() => {
        for (const name of OURS) {
          const [from, to] = [join(folder, name), join(userData, name)];
          if (!existsSync(from) || existsSync(to)) continue;
          mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
          copyFileSync(from, to);
        }
      }),
    clear: () =>
      troubleOf(() => {
        for (const name of [...OURS, ...LOCK]) rmSync(join(folder, name), { force: true });
        for (const empty of [join(folder, 'logs'), folder]) {
          if (existsSync(empty) && readdirSync(empty).length === 0) rmdirSync(empty);
        }
      }),
  };
}

function troubleOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return `files of an earlier Gesso: ${String(error)}`;
  }
}

/**
 * Whether another Gesso has the lock that was denied: Chromium writes the computer and the process into it. It is denied
 * also where it cannot be made, and where a process of another computer has it.
 */
export function isOpenAlready(userData: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true; // a lock of the system, which nothing else denies
  let holder: string;
  try {
    holder = readlinkSync(join(userData, 'SingletonLock'));
  } catch {
    return false; // there is none
  }
  const [, host, pid] = /^(.*)-(\d+)$/u.exec(holder) ?? [];
  if (host !== hostname()) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs, as another user
  }
}

/** @param userData the folder whose lock was denied */
export function deniedLockSentence(userData: string): string {
  return `The folder “${userData}” can’t be locked: its disk does not allow that, or Gesso on another computer uses it. Quit Gesso there, or start it as a user whose home folder is on this computer’s own disk.`;
}
