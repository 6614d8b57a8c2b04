import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import ownSystem, { type PlatformPath } from 'node:path';
import { toAppError, notFound } from '../../../../../shared/errors/app-error.ts';
import { isPictureName } from '../../../../../shared/files/picture-names.ts';
import { walkFiles, type WalkedFile } from '../../../vision/imaging/reading/walk-files.ts';
import { standardPicture } from '../../../vision/imaging/convert/standard-picture.ts';
import { makeThumbnail } from '../../../vision/imaging/reading/import-picture.ts';
import { stoppedFile, type CrashGuard } from '../../../library/crash-guard.ts';
import { readableSource } from '../readable.ts';
import type { FileFacts, KnownFile } from './follow-store.ts';

/** A file is complete if two scans this far apart find it unchanged, ms. */
export const STANDS_STILL = 2000;
/** Ms; a truncated picture may still be written over a slow connection until then. */
export const CUT_STANDS_STILL = 10 * 60_000;

/** Bytes that one scan reads of files that were there at the start; a file counts as 1 MB at least. */
const READ_AT_A_TIME = 100_000_000;

export interface Sighting extends FileFacts {
  readonly since: number;
  /** Truncated; only known once it is unchanged. */
  readonly isCut?: boolean;
}

export interface FoundFile extends WalkedFile {
  readonly hash: string;
}

interface FolderScan {
  readonly sightings: ReadonlyMap<string, Sighting>;
  readonly found: readonly FoundFile[];
  readonly touched: readonly FoundFile[];
  readonly growing: number;
}

/** @param deps.savesTo files in it are the recipe's own @throws AppError `not-found` */
export async function scanFolder(deps: {
  readonly folder: string;
  readonly savesTo: string | undefined;
  readonly known: ReadonlyMap<string, KnownFile>;
  readonly before: ReadonlyMap<string, Sighting>;
  readonly hashes: ReadonlyMap<string, FileFacts & { readonly hash: string }>;
  readonly now: number;
  readonly crashGuard: Pick<CrashGuard, 'guard'>;
}): Promise<FolderScan> {
  const { known, before, now } = deps;
  const sightings = new Map<string, Sighting>();
  const found: FoundFile[] = [];
  const touched: FoundFile[] = [];
  let growing = 0;
  let left = READ_AT_A_TIME;
  for await (const file of picturesIn(deps.folder, deps.savesTo)) {
    const knownAs = known.get(file.path);
    if (knownAs !== undefined && isSame(knownAs, file)) {
      if (knownAs.hash !== undefined || left <= 0) continue;
      left -= Math.max(file.byteLength, 1_000_000);
      const hash = await hashOf(file);
      if (hash !== undefined) touched.push({ ...file, hash });
      continue;
    }
    const seen = before.get(file.path);
    const { byteLength, modifiedAt } = file;
    const same = seen !== undefined && isSame(seen, file) ? seen : undefined;
    const since = Math.min(same?.since ?? now, now);
    sightings.set(file.path, { byteLength, modifiedAt, since });
    if (now - since < STANDS_STILL || byteLength === 0) {
      growing += 1;
      continue;
    }
    if (now - since < CUT_STANDS_STILL) {
      const isCut = same?.isCut ?? (await isCutOff(file, deps.crashGuard));
      sightings.set(file.path, { byteLength, modifiedAt, since, isCut });
      if (isCut) {
        growing += 1;
        continue;
      }
    }
    const earlier = deps.hashes.get(file.path);
    const hash = earlier !== undefined && isSame(earlier, file) ? earlier.hash : await hashOf(file);
    if (hash === undefined) growing += 1;
    else if (knownAs !== undefined && isSameContent(knownAs, file, hash)) {
      touched.push({ ...file, hash });
    } else found.push({ ...file, hash });
  }
  return { sightings, found, touched, growing };
}

/** Decodes the whole file, because the header says nothing about pixels. */
async function isCutOff(file: WalkedFile, crashGuard: Pick<CrashGuard, 'guard'>): Promise<boolean> {
  const { path, name, byteLength, modifiedAt } = file;
  const facts = JSON.stringify([path, byteLength, modifiedAt]);
  const key = `followed-${createHash('sha256').update(facts).digest('hex').slice(0, 16)}`;
  let isCut = false;
  try {
    await crashGuard.guard(
      key,
      () => stoppedFile(name),
      async () => {
        const made = await standardPicture(path, name); // Decoded for it.
        if (made?.isCutOff === true) isCut = true;
        if (made !== undefined) return;
        const { source } = await readableSource(path, name);
        await makeThumbnail(source.path, name);
      },
    );
    return isCut;
  } catch (error) {
    return toAppError(error).kind === 'damaged-file';
  }
}

/** By name. @throws AppError `not-found` while the folder is missing */
export async function* picturesIn(
  folder: string,
  savesTo: string | undefined,
): AsyncGenerator<WalkedFile, void, void> {
  await requireFolder(folder);
  // unreadable files are found by a later scan
  for await (const file of walkFiles([folder], () => undefined)) {
    if (savesTo !== undefined && isInside(file.path, savesTo)) continue;
    if (isPictureName(file.name)) yield file;
  }
}

async function requireFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() === true) return;
  throw notFound(`The folder “${folder}” is not there. Gesso continues as soon as it is back.`);
}

export function isSame(a: FileFacts, b: FileFacts): boolean {
  return a.byteLength === b.byteLength && a.modifiedAt === b.modifiedAt;
}

const UNCOMPRESSED = /\.(?:bmp|tiff?)$/iu;

/** Files that were there from the start have no hash until a scan has read them. */
function isSameContent({ byteLength, hash }: KnownFile, file: WalkedFile, now: string): boolean {
  if (hash !== undefined) return hash === now;
  return byteLength === file.byteLength && !UNCOMPRESSED.test(file.name);
}

/** Also true for the folder itself. @param system replaceable in tests */
export function isInside(
  path: string,
  folder: string,
  system: Pick<PlatformPath, 'relative' | 'sep' | 'isAbsolute'> = ownSystem,
): boolean {
  const way = system.relative(folder, path);
  return way !== '..' && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way);
}

/** Returns `undefined` if it is gone, changed meanwhile, or locked by the program that writes it. */
async function hashOf({ path, modifiedAt }: WalkedFile): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return (await stat(path)).mtimeMs === modifiedAt ? hash.digest('hex') : undefined;
  } catch {
    return undefined;
  }
}
