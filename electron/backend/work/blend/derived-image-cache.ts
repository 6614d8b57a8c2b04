/** Keeps the most recent pictures on disk. Concurrent requests for the same file share one job. */
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Most files; a layer has about 5 MB. */
const KEPT = 60;

export type DerivedImageCache = ReturnType<typeof createDerivedImageCache>;

/** @param folder absolute; below `cache/` of the data folder */
export function createDerivedImageCache(folder: string) {
  const making = new Map<string, Promise<string>>();

  async function find(name: string, make: (path: string) => Promise<void>): Promise<string> {
    const path = join(folder, name);
    if (await isThere(path)) {
      const now = new Date();
      await utimes(path, now, now); // Marks it as most recently used.
      return path;
    }
    // SECURITY: S35 readable by the user only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = `${path}.part`;
    await rm(part, { force: true });
    try {
      await make(part);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await trim(folder, name);
    return path;
  }

  return {
    /** @param name letters, digits, dots and dashes @param make writes to a path that is free */
    get(name: string, make: (path: string) => Promise<void>): Promise<string> {
      const known = making.get(name);
      if (known !== undefined) return known;
      const made = find(name, make).finally(() => making.delete(name));
      making.set(name, made);
      return made;
    },
    /** Resolves when nothing is being made, so that the folder can be deleted. */
    async idle(): Promise<void> {
      await Promise.allSettled(making.values());
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.size > 0,
    () => false,
  );
}

/** @param newest is always kept */
async function trim(folder: string, newest: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== newest);
  if (names.length < KEPT) return;
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - KEPT + 1);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}
