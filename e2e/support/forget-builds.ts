/** After the end-to-end tests: what was built for this run alone goes (`scripts/test/built-once.ts`). */
import { rm } from 'node:fs/promises';

export default async function forgetBuilds(): Promise<void> {
  const folder = process.env['GESSO_TEST_BUILDS'];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
