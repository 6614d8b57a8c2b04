/** Shares a build among the workers of one run: the first builds, the others wait. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @param folder of this run alone @param build writes into the given folder
 * @throws what `build` throws, and an Error in those that waited
 */
export async function builtOnce(
  folder: string,
  name: string,
  build: (into: string) => Promise<void>,
): Promise<string> {
  const built = join(folder, name);
  const failed = join(folder, `${name}.failed`);
  await mkdir(folder, { recursive: true });
  if (!(await isFirst(join(folder, `${name}.begun`)))) {
    // the guard of the test bounds the wait
    while (!existsSync(built)) {
      if (existsSync(failed)) throw new Error(`Another worker could not build ${name}.`);
      await sleep(20);
    }
    return built;
  }
  const draft = join(folder, `${name}.draft`);
  try {
    await build(draft);
    await rename(draft, built);
  } catch (error) {
    await writeFile(failed, '');
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return built;
}

async function isFirst(mark: string): Promise<boolean> {
  try {
    await mkdir(mark);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
