/** Builds only after changes, by the hash of all inputs, which is kept next to the output. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BuildTarget {
  /** Names the file that keeps the hash. */
  readonly name: string;
  /** Relative to the project; tests inside do not count. */
  readonly inputs: readonly string[];
  /** Files that must exist afterwards, relative to the project. */
  readonly outputs: readonly string[];
  build(): Promise<void>;
}

/** @param project absolute path @returns true if it was built now */
export async function buildIfChanged(project: string, target: BuildTarget): Promise<boolean> {
  const mark = join(project, 'out', `.built-${target.name}`);
  const hash = await hashInputs(project, target.inputs);
  const isThere = target.outputs.every((output) => existsSync(join(project, output)));
  if (isThere && existsSync(mark) && (await readFile(mark, 'utf8')) === hash) return false;
  await target.build();
  await mkdir(join(project, 'out'), { recursive: true });
  await writeFile(mark, hash);
  return true;
}

async function hashInputs(project: string, inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await listFiles(project, input)) {
      hash.update(`${file}\0`).update(await readFile(join(project, file)));
    }
  }
  return hash.digest('hex');
}

async function listFiles(project: string, input: string): Promise<readonly string[]> {
  if (!existsSync(join(project, input))) return [];
  try {
    const entries = await readdir(join(project, input), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/u.test(entry.name))
      .map((entry) => join(entry.parentPath.slice(project.length + 1), entry.name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [input];
    throw error;
  }
}
