/**
 * Opens a library, asks for its newest photos, changes a setting and closes it. Prints how long each
 * took beside copying and flushing the same file, and how many backups came to be. Argument: folder.
 */
import { copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '../../../electron/backend/library/backups.ts';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';

const [folder = ''] = process.argv.slice(2);
const dataFolder = join(folder, 'data');

async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

async function copyAndFlush(): Promise<void> {
  const copy = join(folder, 'copy.db');
  await copyFile(join(dataFolder, 'library.db'), copy);
  const handle = await open(copy, 'r+');
  await handle.sync();
  await handle.close();
}

const newest = () => listBackups(dataFolder)[0]?.at;
const started = performance.now();
const fixture = await createBackendFixture({ folder, dataFolder });
const { length } = await fixture.client().photos.recent({});
const opening = performance.now() - started;
if (length === 0) throw new Error('The library is empty.');

const before = newest();
const unchanged = await timed(() => fixture.backend().close());
const backupsUnchanged = newest() === before ? 0 : 1;
await fixture.restart();
const { brushSize } = await fixture.client().screenState.get();
await fixture.client().screenState.update({ brushSize: brushSize === 40 ? 41 : 40 });
const copying = await timed(copyAndFlush);
await rm(join(folder, 'copy.db'));
const closing = await timed(() => fixture.backend().close());
const backupsChanged = newest() === before ? 0 : 1;
process.stdout.write(
  JSON.stringify({ opening, unchanged, closing, copying, backupsUnchanged, backupsChanged }),
);
