/** Fills a data folder with photos that were worked on. Arguments: folder, how many. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { transaction } from '../../../electron/backend/library/database.ts';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const dataFolder = join(folder, 'data');
const fixture = await createBackendFixture({ folder, dataFolder });
await fixture[Symbol.asyncDispose]();

/** Bytes of one mask tile: 256 × 256, one bit a pixel. */
const TILE = new Uint8Array(8192).fill(0x5a);

const database = new DatabaseSync(join(dataFolder, 'library.db'));
const addFile = database.prepare('INSERT INTO files VALUES (?, ?, ?, ?, 1)');
const addPhoto = database.prepare(
  `INSERT INTO photos (id, name, original_file_id, display_file_id, thumbnail_file_id, width, height,
     format, depth, has_alpha, is_cmyk, byte_length, notes, created_at, opened_at)
   VALUES (?, ?, ?, ?, ?, 6000, 4000, 'jpeg', 8, 0, 0, 1, '[]', ?, ?)`,
);
const addPurpose = database.prepare(`INSERT INTO photo_purposes VALUES (?, 'studio', ?)`);
const addTile = database.prepare('INSERT INTO mask_tiles VALUES (?, ?, 0, ?)');
const addPatch = database.prepare(
  `INSERT INTO patches (id, photo_id, job_id, position, operation, x, y, width, height, state,
     overlay_file_id, answer_file_id, mask, created_at, duration_ms)
   VALUES (?, ?, ?, 1, 'cleanup', 0, 0, 500, 400, 'applied', ?, ?, ?, 1, 1)`,
);

/** A stored file of a few bytes. @returns its id */
function storeFile(name: string, mediaType: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  const place = join(dataFolder, 'files', hash.slice(0, 2));
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, hash), name);
  addFile.run(name, hash, name.length, mediaType);
  return name;
}

transaction(database, () => {
  for (let index = 0; index < Number(count); index++) {
    const photoId = `photo ${index}`;
    const at = 1_790_000_000_000 + index * 60_000;
    const original = storeFile(`original ${index}`, 'image/jpeg');
    const thumbnail = storeFile(`thumbnail ${index}`, 'image/webp');
    addPhoto.run(photoId, `Photo ${index}.jpg`, original, original, thumbnail, at, at);
    addPurpose.run(photoId, at);
    addTile.run(photoId, 3, TILE);
    const overlay = storeFile(`overlay ${index}`, 'image/png');
    const answer = storeFile(`answer ${index}`, 'image/png');
    addPatch.run(`patch ${index}`, photoId, `job ${index}`, overlay, answer, TILE);
  }
});
database.close();
// as a Gesso that was closed leaves it
const settled = await createBackendFixture({ folder, dataFolder });
await settled[Symbol.asyncDispose]();
