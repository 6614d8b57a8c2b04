/**
 * Chromium's files, the log and window positions stay on this computer's disk: links, which its
 * lock needs, may be unsupported where the library is.
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

/** @param chosenData folder of the library; `undefined` for the default */
export function userDataFor(usual: string, chosenData: string | undefined): string {
  if (chosenData === undefined) return usual;
  const hash = createHash('sha256').update(realPlace(chosenData)).digest('hex').slice(0, 16);
  return join(usual, 'libraries', hash);
}

/** Resolves links, also for a folder that does not exist yet. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPlace(parent), basename(path));
  }
}

/** Subfolder of these files next to a chosen library in Gesso 1.0.0. */
const EARLIER = 'electron';
const OURS = ['window.json', join('logs', LOG.earlierName), join('logs', LOG.fileName)] as const;
const LOCK = ['SingletonLock', 'SingletonCookie', 'SingletonSocket'] as const;

/** Files of 1.0.0 next to a library; both methods return a log line if they fail. */
interface EarlierFiles {
  /** Copies window positions and log, once. */
  bringOver(userData: string): string | undefined;
  /** Call once the library is open. Touches nothing else: the folder may be the user's. */
  clear(): string | undefined;
}

/** @param chosenData `undefined` for the default, which had nothing next to it */
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

/** The lock is also denied if it cannot be created, or a process of another computer holds it. */
export function isOpenAlready(userData: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true; // A system lock, which nothing else denies.
  let holder: string;
  try {
    holder = readlinkSync(join(userData, 'SingletonLock'));
  } catch {
    return false; // There is none.
  }
  const [, host, pid] = /^(.*)-(\d+)$/u.exec(holder) ?? [];
  if (host !== hostname()) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // It runs as another user.
  }
}

/** @param userData folder with the denied lock */
export function deniedLockSentence(userData: string): string {
  return `The folder “${userData}” can’t be locked: its disk does not allow that, or Gesso on another computer uses it. Quit Gesso there, or start it as a user whose home folder is on this computer’s own disk.`;
}
