/**
 * Fills a data folder with finished clips, each with a file and a still of its own. Arguments: folder,
 * how many, width, height.
 */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import sharp from 'sharp';
import { createJobStore } from '../../../electron/backend/jobs/log/job-store.ts';
import { transaction } from '../../../electron/backend/library/database.ts';
import { openFileStore, type StoredFile } from '../../../electron/backend/library/file-store.ts';
import { PRACTICE_ID } from '../../../electron/backend/connections/practice-id.ts';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { measureClip, smallMp4 } from '../../../electron/testing/clips.ts';

/** Frames of each clip. */
const FRAMES = 25;

/** Files that are really different; the others differ from them by a free box at their end. */
const DIFFERENT = 6;

const [folder = '', count = '0', across = '256', down = '144'] = process.argv.slice(2);
const size = { width: Number(across), height: Number(down) };
const dataFolder = join(folder, 'data');
const fixture = await createBackendFixture({ folder, dataFolder });
const ground = await sharp({ create: { ...size, channels: 3, background: '#446688' } })
  .png()
  .toBuffer();
const photo = await fixture.importPhoto(ground, 'harbour.png');
await fixture.client().photos.verify({ photoId: photo.id });
await fixture[Symbol.asyncDispose]();

const database = new DatabaseSync(join(dataFolder, 'library.db'));
const files = await openFileStore(database, dataFolder);
const jobs = createJobStore(database);
const films = await Promise.all(
  Array.from({ length: DIFFERENT }, (_none, index) => smallMp4(FRAMES - index, size)),
);
for (let index = 0; index < Number(count); index++) await addClip(index);
database.close();

async function addClip(index: number): Promise<void> {
  const film = films[index % DIFFERENT] ?? new Uint8Array();
  const file = await store(Buffer.concat([film, freeBox(index)]), 'video/mp4');
  const poster = await store(await still(index), 'image/webp');
  const { facts } = await measureClip(file.path, 'video/mp4');
  if (facts === undefined) throw new Error('The film cannot be measured.');
  const { width, height, ...clip } = facts;
  transaction(database, () => {
    const at = Date.now() - (Number(count) - index) * 60_000;
    const job = jobs.add(
      {
        request: {
          kind: 'video',
          picture: { photoId: photo.id },
          parameters: { model: 'SVD-XT', resizeMode: 'CROP_TO_ASPECT_RATIO', steps: 30 },
        },
        profile: 'SVD-XT 30',
        subject: { photoId: photo.id, photoName: photo.name, region: { x: 0, y: 0, ...size } },
        connectionId: PRACTICE_ID,
        connectionName: 'Practice',
        requestHash: `hash ${index}`,
        patchIds: [[]],
      },
      at,
    );
    jobs.update(job.id, { state: 'queued', taskId: `task ${index}`, submittedAt: at });
    jobs.addOutputs(job.id, [{ fileId: file.id, width, height, clip }]);
    jobs.setPoster(job.id, 0, poster.id);
    jobs.update(job.id, { state: 'done', endedAt: at + 30_000, findings: { seed: `${index}` } });
  });
}

async function store(bytes: Uint8Array, mediaType: string): Promise<StoredFile> {
  async function* once() {
    yield bytes;
  }
  return files.commit(await files.stage(once()), mediaType);
}

/** A box that players pass over (ISO 14496-12, 8.1.2), with a number in it. */
function freeBox(number: number): Buffer {
  const box = Buffer.alloc(12);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  box.writeUInt32BE(number, 8);
  return box;
}

/** As detailed as a photograph. */
async function still(index: number): Promise<Buffer> {
  return sharp({
    create: {
      width: 480,
      height: 270,
      channels: 3,
      background: { r: (index * 37) % 256, g: (index * 91) % 256, b: 120 },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .webp({ quality: 80 })
    .toBuffer();
}
