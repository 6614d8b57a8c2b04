/** Removes what was built for this run of the end-to-end tests (`scripts/test/built-once.ts`). */
import { rm } from 'node:fs/promises';

export default async function forgetBuilds(): Promise<void> {
  const folder = process.env['GESSO_TEST_BUILDS'];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
