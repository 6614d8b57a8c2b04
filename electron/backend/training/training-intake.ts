/** Files and folders that the host names: their places are noted, and nothing is copied. */
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import { isOfSystem, isPictureName } from '../../../shared/files/picture-names.ts';
import type { NewTrainingFile, TrainingStore } from './training-store.ts';

/** Numbers of this module. */
const INTAKE = {
  /** Files that one transaction adds. */
  portion: 200,
  /** Folders within folders that are looked into. */
  deepest: 20,
} as const;

/** Files that came in. */
export interface Intake {
  readonly added: number;
  /** Those that the list has already. */
  readonly known: number;
}

/**
 * Adds files, and all files of folders.
 *
 * @param paths absolute; of the host's dialog or of a drop (SECURITY: S35)
 * @param onAdded called after each portion
 */
export async function addPaths(
  store: TrainingStore,
  paths: readonly string[],
  onAdded: () => void,
  log: (line: string) => void,
): Promise<Intake> {
  let added = 0;
  let known = 0;
  let portion: NewTrainingFile[] = [];
  function flush(): void {
    if (portion.length === 0) return;
    added += store.add(portion).length;
    portion = [];
    onAdded();
  }
  async function take(path: string, folder: string): Promise<void> {
    const name = basename(path);
    if (isOfSystem(name)) return;
    const found = await stat(path);
    if (!found.isFile()) return;
    const { size, mtimeMs } = found;
    const file = { name, folder, path, byteLength: size, modifiedAt: mtimeMs };
    if (store.known(file)) known += 1;
    else portion.push(isPictureName(name) ? file : { ...file, ...notAPicture(name) });
    if (portion.length >= INTAKE.portion) flush();
  }
  async function walk(path: string, folder: string, depth: number): Promise<void> {
    const names: { readonly name: string; readonly isFolder: boolean }[] = [];
    for await (const entry of await opendir(path)) {
      // a link to a folder may lead back to where it is
      if (entry.isFile() || entry.isSymbolicLink())
        names.push({ name: entry.name, isFolder: false });
      else if (entry.isDirectory()) names.push({ name: entry.name, isFolder: true });
    }
    names.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    for (const { name, isFolder } of names) {
      try {
        if (!isFolder) await take(join(path, name), folder);
        else if (depth < INTAKE.deepest && !name.startsWith('.')) {
          await walk(join(path, name), `${folder}/${name}`, depth + 1);
        }
      } catch (error) {
        // one that cannot be read leaves the others
        log(`training: an entry of a folder was passed over: ${toAppError(error).kind}`);
      }
    }
  }
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) await walk(path, basename(path), 0);
    else await take(path, '');
  }
  flush();
  return { added, known };
}

/** The state of a file that is no picture by its name. */
export function notAPicture(name: string): {
  readonly state: 'skipped';
  readonly error: AppErrorData;
} {
  return {
    state: 'skipped',
    error: new AppError({
      kind: 'unsupported-file',
      message: `“${name}” is not a picture (PNG, WebP, JPEG, HEIC, TIFF, AVIF, GIF or BMP).`,
    }).toData(),
  };
}
