import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toAppError, type AppError, notFound } from '../../../../../shared/errors/app-error.ts';
import { plainName } from '../../../../../shared/plain-name.ts';
import {
  isFolderOfSystem,
  isOfSystem,
  isPictureName,
} from '../../../../../shared/files/picture-names.ts';
import { readHead, sniffFormat } from './sniff-format.ts';

const DEEPEST = 20;

export interface WalkedFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Its folder within the walked ones: `a/b`, empty for none. */
  readonly folder: string;
  readonly byteLength: number;
  /** ms. */
  readonly modifiedAt: number;
  /** The user named the file itself, not a folder around it. */
  readonly isNamed: boolean;
}

/** Called with the error code and path of an unreadable entry. */
export type PassedOver = (kind: string, path: string) => void;

/** @param paths absolute; from the host's dialog or a drop (SECURITY: S35) */
export async function* walkFiles(
  paths: readonly string[],
  passedOver: PassedOver,
): AsyncGenerator<WalkedFile, void, void> {
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) yield* walk(path, basename(path), 0, passedOver);
    else yield* only(path, '', true);
  }
}

/** Skips unreadable paths. @throws AppError `not-found` if there is no other */
export async function* walkReadable(
  paths: readonly string[],
  passedOver: PassedOver,
): AsyncGenerator<WalkedFile, void, void> {
  let failure: AppError | undefined;
  let isAnyRead = false;
  for (const path of paths) {
    try {
      yield* walkFiles([path], passedOver);
      isAnyRead = true;
    } catch (cause) {
      passedOver(toAppError(cause).kind, path);
      failure ??= notFound(
        `“${plainName(basename(path))}” can’t be read. Check that it is still there and that you may open it.`,
        { cause },
      );
    }
  }
  if (failure !== undefined && !isAnyRead) throw failure;
}

async function* walk(
  path: string,
  folder: string,
  depth: number,
  passedOver: PassedOver,
): AsyncGenerator<WalkedFile, void, void> {
  const entries: { readonly name: string; readonly isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(path)) {
      // A link is never walked, because it may lead back to a folder above it.
      if (entry.isFile() || entry.isSymbolicLink()) {
        entries.push({ name: entry.name, isFolder: false });
      } else if (entry.isDirectory()) entries.push({ name: entry.name, isFolder: true });
    }
  } catch (error) {
    if (depth === 0) throw error; // The user named it.
    passedOver(toAppError(error).kind, path);
    return;
  }
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const around = [...folder.split('/'), ...entries.map(({ name }) => name)];
  for (const { name, isFolder } of entries) {
    const inside = join(path, name);
    if (isFolder) {
      if (depth >= DEEPEST || isFolderOfSystem(name, around)) continue;
      yield* walk(inside, `${folder}/${name}`, depth + 1, passedOver);
      continue;
    }
    try {
      if (!isOfSystem(name)) yield* only(inside, folder, false);
    } catch (error) {
      passedOver(toAppError(error).kind, inside);
    }
  }
}

async function* only(
  path: string,
  folder: string,
  isNamed: boolean,
): AsyncGenerator<WalkedFile, void, void> {
  const name = basename(path);
  const found = await stat(path);
  if (!found.isFile()) return;
  yield {
    path,
    name: plainName(name) || 'file',
    folder,
    byteLength: found.size,
    modifiedAt: found.mtimeMs,
    isNamed,
  };
}

/** By its name, or by its bytes if the user named it. */
export async function isPictureFile({ path, name, isNamed }: WalkedFile): Promise<boolean> {
  if (isPictureName(name)) return true;
  return isNamed && sniffFormat(await readHead(path).catch(() => new Uint8Array())) !== undefined;
}
