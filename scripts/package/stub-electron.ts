import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stubExecutable } from './fuses.ts';

export async function createStubElectron(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'electron'), stubExecutable(), { mode: 0o755 });
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'LICENSE'), 'stand-in\n');
  await writeFile(join(folder, 'LICENSES.chromium.html'), 'stand-in\n');
}
