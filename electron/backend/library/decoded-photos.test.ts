import { existsSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { readPixels, type PhotoSource } from '../vision/imaging/reading/photo-pixels.ts';
import { DECODED_PHOTOS, openDecodedPhotos } from './decoded-photos.ts';
import type { PhotoRow } from './photo-rows.ts';

const SIZE = { width: 2200, height: 1900 };
let folder: string;
let lines: string[];

beforeEach(() => {
  folder = testFolder();
  lines = [];
});

/** A picture with a colour in each corner. */
function drawn(channels: 3 | 4) {
  const { width, height } = SIZE;
  const background = { r: 30, g: 90, b: 200, alpha: channels === 4 ? 0.4 : 1 };
  const patch = { create: { width: 300, height: 200, channels, background: '#f40' } } as const;
  return sharp({ create: { width, height, channels, background } }).composite([
    { input: patch, left: 0, top: 0 },
    { input: patch, left: 1500, top: 1600 },
  ]);
}

function rowOf(id: string, format: string, size = SIZE): PhotoRow {
  return { id, format, ...size } as PhotoRow;
}

const open = (options = {}) =>
  openDecodedPhotos(join(folder, 'decoded'), (line) => lines.push(line), options);

async function source(name: string, of: Partial<PhotoSource> = {}): Promise<PhotoSource> {
  return { path: join(folder, name), depth: 8, hasAlpha: false, isCmyk: false, ...of };
}

test('has the pixels of the photo: rotated, transparent, 16 bits', { tags: 'second' }, async () => {
  const turned = await source('turned.webp');
  await drawn(3)
    .webp({ lossless: true })
    .withExif({ IFD0: { Orientation: '6' } })
    .toFile(turned.path);
  const clear = await source('clear.webp', { hasAlpha: true });
  await drawn(4).webp({ lossless: true }).toFile(clear.path);
  const deep = await source('deep.avif', { depth: 16 });
  await drawn(3).toColourspace('rgb16').avif({ bitdepth: 10, effort: 0 }).toFile(deep.path);
  const decoded = await open();
  decoded.prepare(rowOf('turned', 'webp'), turned);
  decoded.prepare(rowOf('clear', 'webp'), clear);
  decoded.prepare(rowOf('deep', 'heif'), deep);
  await decoded.whenIdle();
  const region = { x: 150, y: 1580, width: 900, height: 300 };
  for (const [id, of] of [
    ['turned', turned],
    ['clear', clear],
    ['deep', deep],
  ] as const) {
    const pixelsPath = decoded.pathOf(id);
    expect(pixelsPath, id).toBeDefined();
    const here = await readPixels({ ...of, pixelsPath }, region);
    const there = await readPixels(of, region);
    expect(here.data.length, id).toBe(there.data.length);
    expect(Buffer.compare(bytes(here.data), bytes(there.data)), id).toBe(0);
  }
});

test('S35 stores decoded files readable by the user alone, even with an open umask', async () => {
  const photo = await source('photo.webp');
  await drawn(3).webp({ lossless: true }).toFile(photo.path);
  const before = process.umask(0);
  try {
    const decoded = await open();
    decoded.prepare(rowOf('a', 'webp'), photo);
    await decoded.whenIdle();
    expect((await stat(decoded.pathOf('a') ?? '')).mode & 0o077).toBe(0);
  } finally {
    process.umask(before);
  }
});

test('skips small photos and formats that are read row by row', async () => {
  const decoded = await open();
  const nowhere = await source('nowhere');
  decoded.prepare(rowOf('small', 'webp', { width: 1900, height: 2000 }), nowhere);
  for (const format of ['jpeg', 'png', 'tiff']) decoded.prepare(rowOf(format, format), nowhere);
  await decoded.whenIdle();
  expect(existsSync(join(folder, 'decoded'))).toBe(false);
  expect(lines).toEqual([]);
});

test('evicts photos that were not used for a while at its limit, and keeps those in use', async () => {
  const photo = await source('photo.webp');
  await drawn(3).webp({ lossless: true }).toFile(photo.path);
  const each = SIZE.width * SIZE.height * 3;
  let time = 0;
  const decoded = await open({ now: () => time, maxBytes: 2.5 * each });
  const prepare = async (id: string) => {
    decoded.prepare(rowOf(id, 'webp'), photo);
    await decoded.whenIdle();
  };
  await prepare('first');
  await prepare('second');
  await prepare('third');
  expect(['first', 'second', 'third'].map((id) => decoded.pathOf(id) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
  time += DECODED_PHOTOS.busyFor;
  expect(decoded.pathOf('first')).toBeDefined(); // used again now
  await prepare('fourth');
  expect(['first', 'second', 'fourth'].map((id) => decoded.pathOf(id) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  expect((await readdir(join(folder, 'decoded'))).toSorted()).toEqual(['first.tif', 'fourth.tif']);
  await decoded.close();
});

test('reads a photo that cannot be decoded from its own file, and retries later', async () => {
  const broken = await source('broken.webp');
  await writeFile(broken.path, 'no picture');
  const decoded = await open();
  decoded.prepare(rowOf('a', 'webp'), broken);
  await decoded.whenIdle();
  expect(decoded.pathOf('a')).toBeUndefined();
  expect(lines).toHaveLength(1);
  await drawn(3).webp({ lossless: true }).toFile(broken.path);
  decoded.prepare(rowOf('a', 'webp'), broken);
  await decoded.whenIdle();
  expect(decoded.pathOf('a')).toBeDefined();
});

test('decodes the photo of a planned run once, and its calls read that', async () => {
  await using service = await startScriptedService();
  await using fixture = await createBackendFixture({ service });
  await drawn(3).webp({ lossless: true }).toFile(join(folder, 'photo.webp'));
  const photo = await fixture.importPhoto(
    await sharp(join(folder, 'photo.webp')).webp({ lossless: true }).toBuffer(),
    'photo.webp',
  );
  await fixture.connectAccount();
  await fixture.client().removeText.plan({ photoId: photo.id, mode: 'whole' });
  await expect
    .poll(() => existsSync(join(fixture.dataFolder, 'cache', 'decoded', `${photo.id}.tif`)))
    .toBe(true);
});

function bytes(data: Uint8Array | Uint16Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
