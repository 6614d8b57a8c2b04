/** Keeps uploads in a folder until they are used. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeHashed, type KnownBytes } from './write-hashed.ts';

/** Deletes copies that are not in use. */
export async function openKeptCopies(folder: string, inUse: ReadonlySet<string>) {
  // SECURITY: S35 copies are readable by their user only.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (!inUse.has(name)) await rm(join(folder, name), { force: true });
  }
  const pathOf = (copy: string) => join(folder, copy);
  return {
    pathOf,
    /** Durable. @throws the stream's error, leaving no file */
    async keep(bytes: AsyncIterable<Uint8Array>): Promise<KnownBytes & { readonly copy: string }> {
      const copy = randomUUID();
      const part = pathOf(`${copy}.part`);
      const measured = await writeHashed(part, bytes);
      await rename(part, pathOf(copy));
      return { copy, ...measured };
    },
    forget: (copy: string): Promise<void> => rm(pathOf(copy), { force: true }),
  };
}
