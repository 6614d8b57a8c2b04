/** Tests files from outside: good ones, damaged ones, and those with a wrong name. */
import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { importUrl, sampleFileUrl } from '../../../shared/media.ts';
import { pngChunk } from '../vision/imaging/testing/one-picture.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { noise, noisePng, storedSamples } from '../../testing/pictures.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  fixture = await createBackendFixture();
});

async function refusalOf(bytes: Uint8Array) {
  const body = new Uint8Array(bytes);
  const response = await fixture.media(importUrl('photo.png'), { method: 'POST', body });
  const answer = (await response.json()) as { error?: AppErrorData };
  if (answer.error === undefined) throw new Error('It was taken in.');
  expect(answer.error.message, 'one plain sentence or two').toMatch(/^[“A-Z].*\.$/u);
  expect(JSON.stringify(answer), 'no path').not.toContain(fixture.folder);
  return { status: response.status, ...answer.error };
}

function filesOnDisk(): readonly string[] {
  return globSync('files/**/*', { cwd: fixture.dataFolder }).filter((path) => path.length > 10);
}

/** A PNG with a header of this size and almost no data. */
function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a file that is not a picture', () => {
  const NOT_PICTURES: Readonly<Record<string, Buffer>> = {
    'a text that is called .png': Buffer.from('Dear Sir or Madam, this is a letter.'),
    'a web page': Buffer.from('<!doctype html><html><script>alert(1)</script></html>'),
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'a PPM': Buffer.from('P6 2 2 255\n............'),
    'two bytes': Buffer.from('\u00ff\u00d8', 'latin1'),
    'a video': Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1'),
  };

  for (const [what, bytes] of Object.entries(NOT_PICTURES)) {
    it(`S10 S37 is refused and leaves nothing: ${what}`, async () => {
      expect(await refusalOf(bytes)).toMatchObject({
        status: 415,
        kind: 'unsupported-file',
        message: expect.stringContaining('Gesso can’t read “photo.png”'),
        action: 'choose-other-file',
      });
      expect(filesOnDisk()).toEqual([]);
      expect(await fixture.client().photos.recent()).toEqual([]);
    });
  }

  it('is refused when it is empty', async () => {
    const { status, kind, message } = await refusalOf(Buffer.alloc(0));
    expect([status, kind]).toEqual([415, 'unsupported-file']);
    expect(message).toContain('0 bytes');
    expect(filesOnDisk()).toEqual([]);
  });
});

describe('a picture that is too large', () => {
  it('S37 is refused by its header, before anything is decoded', async () => {
    const began = process.memoryUsage().rss;
    for (const [width, height] of [
      [30_000, 30_000],
      [40_000, 10],
      [10, 40_000],
      [2_000_000_000, 2_000_000_000],
    ] as const) {
      const { status, kind } = await refusalOf(bombPng(width, height));
      expect(['too-large', 'damaged-file']).toContain(kind);
      expect([413, 415]).toContain(status);
    }
    const { kind, message } = await refusalOf(bombPng(30_000, 30_000));
    expect(kind).toBe('too-large');
    expect(message).toContain('30000 × 30000');
    expect(process.memoryUsage().rss - began).toBeLessThan(200_000_000);
    expect(filesOnDisk()).toEqual([]);
  });
});

const rgb = sharp(await noisePng(200, 150));
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.byteLength * 0.6));
const DAMAGED: readonly (readonly [string, Buffer])[] = [
  ['JPEG that ends early', cut(await rgb.clone().jpeg().toBuffer())],
  [
    'progressive JPEG that ends with its rough shape',
    cut(cut(await rgb.clone().jpeg({ progressive: true }).toBuffer())),
  ],
  ['PNG that ends early', cut(await noisePng(200, 150))],
  ['PNG with nothing but its signature', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')],
  ['TIFF that ends early', cut(await rgb.clone().tiff().toBuffer())],
];

describe('a damaged picture', () => {
  it.each(DAMAGED)(
    'is reported by name when it is added or verified, and is deleted: %s',
    async (_, bytes) => {
      const body = new Uint8Array(bytes);
      const response = await fixture.media(importUrl('holiday.jpg'), { method: 'POST', body });
      let { id, error } = (await response.json()) as { id?: string; error?: AppErrorData };
      if (id !== undefined) {
        const verifying = fixture.client().photos.verify({ photoId: id });
        error = await verifying.then(
          () => undefined,
          (thrown: { data: AppErrorData }) => thrown.data,
        );
      }
      expect(error).toMatchObject({ kind: 'damaged-file', action: 'choose-other-file' });
      expect(error?.message).toContain('“holiday.jpg” is damaged');
      expect(await fixture.client().photos.recent()).toEqual([]);
    },
  );

  it('does not blame the file when Gesso’s own copy is damaged', async () => {
    const photo = await fixture.importPhoto(await noisePng(60, 40));
    for (const file of filesOnDisk()) {
      await writeFile(join(fixture.dataFolder, file), Buffer.alloc(100));
    }
    const verifying = fixture.client().photos.verify({ photoId: photo.id });
    await expect(verifying).rejects.toMatchObject({ data: { kind: 'storage' } });
    expect(await fixture.client().photos.recent()).toHaveLength(1);
    expect((await fixture.importPhoto(await noisePng(60, 40))).id).toBe(photo.id);
    await fixture.client().photos.verify({ photoId: photo.id });
  });
});

describe('a good picture', () => {
  it('is described as it is shown, has a thumbnail, and keeps its bytes unchanged', async () => {
    const bytes = await sharp(await noisePng(64, 40))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const photo = await fixture.importPhoto(bytes, 'portrait.jpg');
    expect(photo).toMatchObject({ width: 40, height: 64, format: 'jpeg', depth: 8, notes: [] });
    const shown = await fixture.media(photo.url);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
    const { thumbnailUrl = '' } = await fixture.client().photos.verify({ photoId: photo.id });
    const thumbnail = await fixture.media(thumbnailUrl);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    const size = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
    expect([size.width, size.height]).toEqual([40, 64]);
  });

  it('gets a lossless picture when Chromium cannot show it', async () => {
    const rgb = sharp(await noisePng(64, 40));
    const files = {
      tiff: await rgb.clone().tiff({ compression: 'lzw' }).toBuffer(),
      cmyk: await rgb.clone().withIccProfile('cmyk').jpeg().toBuffer(),
      gif: await rgb.clone().gif().toBuffer(),
    };
    for (const [what, bytes] of Object.entries(files)) {
      const photo = await fixture.importPhoto(bytes, what);
      const shown = await fixture.media(photo.url);
      expect(shown.headers.get('content-type'), what).toBe('image/png');
      const png = Buffer.from(await shown.arrayBuffer());
      const expected = sharp(bytes, { ignoreIcc: what !== 'cmyk' }).toColourspace('srgb');
      expect((await storedSamples(png)).data, what).toEqual(await expected.raw().toBuffer());
    }
  });

  it('opens its first frame of several, and says so', async () => {
    const frames = [await noisePng(20, 20, 1), await noisePng(20, 20, 2)];
    const animation = sharp(frames, { join: { animated: true } });
    for (const bytes of [
      await animation.clone().webp({ lossless: true }).toBuffer(),
      await animation.clone().gif().toBuffer(),
    ]) {
      const photo = await fixture.importPhoto(bytes, 'dance');
      expect(photo).toMatchObject({ width: 20, height: 20 });
      expect(photo.notes).toEqual(['Gesso opened only the first of 2 frames.']);
      expect((await fixture.media(photo.url)).headers.get('content-type')).toBe('image/png');
    }
  });

  it('explains the effect of 16 bits and CMYK', async () => {
    const sixteen = await sharp(noise(20, 20, 3, 16), {
      raw: { width: 20, height: 20, channels: 3 },
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    expect(await fixture.importPhoto(sixteen)).toMatchObject({
      depth: 16,
      notes: [expect.stringContaining('16 bits')],
    });
  });

  it('of the same bytes is the same photo, with its mask and results, under its new name', async () => {
    await using service = await startScriptedService();
    await using own = await createBackendFixture({ service });
    const bytes = await noisePng(90, 60);
    const first = await own.importPhoto(bytes, 'one.png');
    await own.paint(first.id, { x: 5, y: 5, width: 9, height: 9 });
    const { id: jobId } = await own.cleanUp(first.id);
    const second = await own.importPhoto(bytes, 'two.png');
    expect(second).toMatchObject({ id: first.id, name: 'two.png', patches: [{ jobId }] });
    expect(await own.client().photos.recent()).toHaveLength(1);
  });

  it('is one photo when it is dropped twice at once, even when it is converted first', async () => {
    const bytes = await sharp(await noisePng(300, 200))
      .withIccProfile('cmyk')
      .jpeg()
      .toBuffer();
    const photos = await Promise.all([1, 2, 3].map(() => fixture.importPhoto(bytes, 'scan.jpg')));
    expect(new Set(photos.map(({ id }) => id)).size).toBe(1);
    expect(await fixture.client().photos.recent()).toHaveLength(1);
  });

  it('is shown even when it was an unusable answer', async () => {
    await using service = await startScriptedService();
    await using own = await createBackendFixture({ service });
    const answer = await noisePng(13, 11);
    service.play((cleanup) =>
      cleanup.answerWith(200, JSON.stringify({ image_file: answer.toString('base64') })),
    );
    const photo = await own.importPhoto(await noisePng(90, 60));
    await own.paint(photo.id, { x: 5, y: 5, width: 9, height: 9 });
    expect(await own.cleanUp(photo.id)).toMatchObject({ state: 'failed', hasKeptAnswer: true });
    const opened = await own.importPhoto(answer, 'answer.png');
    expect((await own.media(opened.url)).headers.get('content-type')).toBe('image/png');
  });
});

describe('the name of a photo', () => {
  const NAMES: readonly (readonly [given: string, kept: string])[] = [
    [`name with “quotes”, 'single' & 🙂 emoji.png`, `name with “quotes”, 'single' & 🙂 emoji.png`],
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['two\r\nlines\u0000.png', 'twolines.png'],
    ['gnp.\u202egpj.exe', 'gnp.gpj.exe'],
    ['', 'Pasted picture'],
    ['..', '..'],
    ['   ', 'Pasted picture'],
    [`${'a'.repeat(199)}🙂🙂.png`, `${'a'.repeat(199)}🙂`],
  ];
  for (const [given, kept] of NAMES) {
    it(`keeps ${JSON.stringify(given.slice(0, 40))} without harmful characters`, async () => {
      const photo = await fixture.importPhoto(await noisePng(9, 9), given);
      expect(photo.name).toBe(kept);
      expect((await fixture.client().photos.get({ photoId: photo.id })).name).toBe(kept);
    });
  }
});

describe('deleting a photo', () => {
  it('deletes its mask and results, and may be repeated', async () => {
    const photo = await fixture.importPhoto(await noisePng(30, 30));
    await fixture.paint(photo.id, { x: 1, y: 1, width: 3, height: 3 });
    await fixture.client().photos.remove({ photoId: photo.id });
    await fixture.client().photos.remove({ photoId: photo.id });
    expect((await fixture.media(photo.maskUrl)).status).toBe(404);
    const getting = fixture.client().photos.get({ photoId: photo.id });
    await expect(getting).rejects.toMatchObject({ data: { kind: 'not-found' } });
  });
});

describe('sample photos', () => {
  it('are listed with their authors, have thumbnails, and open as photos', async () => {
    const samples = await fixture.client().photos.samples();
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples) {
      expect(sample.author.length).toBeGreaterThan(0);
      if (sample.place === 'studio') expect(sample.suggestion).toMatch(/press Run|again runs/u);
      else expect(sample.suggestion).toBeUndefined();
    }
    const [first] = samples;
    expect(new Set(samples.map(({ place }) => place)).size).toBe(5);
    if (first === undefined) throw new Error('no samples');
    const thumbnails = await Promise.all(
      [1, 2, 3].map(() => fixture.media(first.thumbnailUrl)), // asked for at once, before it is made
    );
    expect(thumbnails.map(({ status }) => status)).toEqual([200, 200, 200]);
    const photo = await fixture.client().photos.openSample({ sampleId: first.id });
    expect(photo.width * photo.height).toBeGreaterThan(1_000_000);
    const file = await fixture.media(sampleFileUrl(first.id));
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
    const opening = fixture.client().photos.openSample({ sampleId: '../../package' });
    await expect(opening).rejects.toMatchObject({ data: { kind: 'not-found' } });
    expect((await fixture.media('/media/samples/..%2Fsamples')).status).toBe(404);
    await rm(join(fixture.dataFolder, 'cache'), { recursive: true }); // may be emptied at any time
    expect((await fixture.media(first.thumbnailUrl)).status).toBe(200);
  });
});
