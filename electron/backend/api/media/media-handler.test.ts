import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { fileUrl } from '../../../../shared/media.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng } from '../../../testing/pictures.ts';

let fixture: BackendFixture;
let bytes: Buffer;
let photoUrl = '';
let maskUrl = '';
let photoId = '';

beforeEach(async () => {
  fixture = await createBackendFixture();
  bytes = await noisePng(300, 250);
  const photo = await fixture.importPhoto(bytes);
  ({ url: photoUrl, maskUrl, id: photoId } = photo);
});

async function get(range?: string, init: RequestInit = {}) {
  const headers = range === undefined ? {} : { range };
  const response = await fixture.media(photoUrl, { headers, ...init });
  const body = Buffer.from(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, body, header };
}

/** Files of the data folder that this process holds open, where the system tells. */
function openFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .map((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        return ''; // closed meanwhile
      }
    })
    .filter((path) => path.startsWith(`${fixture.dataFolder}/files/`));
}

describe('S9 ranges', () => {
  const last = () => bytes.byteLength - 1;

  it('S9 the whole file is sent without a range, with its exact length', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.header('content-length')).toBe(String(bytes.byteLength));
    expect(answer.header('accept-ranges')).toBe('bytes');
    expect(answer.header('content-range')).toBeNull();
  });

  it('S9 a part is sent as 206 with its position, from the start, from the end, and to the end', async () => {
    const size = bytes.byteLength;
    const ranges: readonly (readonly [string, number, number])[] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      [`bytes=${last()}-`, last(), last()],
      ['bytes=7-', 7, last()],
      ['bytes=-5', size - 5, last()],
      [`bytes=-${size * 2}`, 0, last()],
      [`bytes=3-${size * 2}`, 3, last()],
      [' bytes=10-19 ', 10, 19],
    ];
    for (const [range, first, end] of ranges) {
      const answer = await get(range);
      expect(answer.status, range).toBe(206);
      expect(answer.header('content-range'), range).toBe(`bytes ${first}-${end}/${size}`);
      expect(answer.header('content-length'), range).toBe(String(end - first + 1));
      expect(answer.body.equals(bytes.subarray(first, end + 1)), range).toBe(true);
    }
  });

  it('S9 a part outside the file is 416 with the size', async () => {
    for (const range of [`bytes=${bytes.byteLength}-`, 'bytes=99999999-100000000', 'bytes=-0']) {
      const answer = await get(range);
      expect([answer.status, answer.body.byteLength], range).toEqual([416, 0]);
      expect(answer.header('content-range')).toBe(`bytes */${bytes.byteLength}`);
    }
  });

  it('S9 HEAD has the same headers and no body', async () => {
    const whole = await get(undefined, { method: 'HEAD' });
    expect([whole.status, whole.body.byteLength]).toEqual([200, 0]);
    expect(whole.header('content-length')).toBe(String(bytes.byteLength));
    const headers = { range: 'bytes=2-4' };
    const part = await get(undefined, { method: 'HEAD', headers });
    expect([part.status, part.header('content-length')]).toEqual([206, '3']);
    expect(openFiles()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'S9 the file is closed after it was read, aborted or never requested',
    async () => {
      await get();
      await expect.poll(openFiles).toEqual([]);

      const unread = await fixture.media(photoUrl);
      expect(openFiles()).toHaveLength(1);
      await unread.body?.cancel();
      await expect.poll(openFiles).toEqual([]);

      const controller = new AbortController();
      await fixture.media(photoUrl, { signal: controller.signal });
      expect(openFiles()).toHaveLength(1);
      controller.abort();
      await expect.poll(openFiles).toEqual([]);

      await fixture.media(photoUrl, { signal: AbortSignal.abort() });
      await expect.poll(openFiles).toEqual([]);
    },
  );

  it('S9 a file that is missing on the disk is an error, not a partial answer', async () => {
    rmSync(`${fixture.dataFolder}/files`, { recursive: true });
    const answer = await get();
    expect(answer.status).toBe(500);
    const { error } = JSON.parse(answer.body.toString()) as { error: { kind: string } };
    expect(error.kind).toBe('storage');
    expect(answer.body.toString()).not.toContain(fixture.dataFolder);
  });
});

describe('S10 served content', () => {
  it('S10 cannot become a page: a fixed type, no sniffing, a closed policy', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(undefined, { method });
      expect(answer.header('content-type')).toBe('image/png');
      expect(answer.header('x-content-type-options')).toBe('nosniff');
      expect(answer.header('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(answer.header('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('S10 masks and errors are neither sniffed nor cached', async () => {
    for (const url of [maskUrl, fileUrl('nobody')]) {
      const { headers } = await fixture.media(url);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).not.toContain('html');
    }
  });
});

describe('S8 addresses', () => {
  it('S8 carry opaque ids, and anything else is not found', async () => {
    const ids = ['nobody', '..', '%2e%2e', '..%2f..%2flibrary.db', 'a/b', '', ' ', '\u0000', '%00'];
    ids.push(photoId, fixture.dataFolder, "' OR 1=1 --", 'x'.repeat(5000));
    const collections = ['files', 'masks', 'patch-masks', 'job-masks', 'samples', 'nothing', ''];
    for (const collection of collections) {
      for (const id of ids) {
        if (collection === 'masks' && id === photoId) continue;
        const response = await fixture.media(`/media/${collection}/${id}`);
        expect(response.status, `${collection}/${id.slice(0, 20)}`).toBe(404);
        expect(await response.text()).not.toContain(fixture.folder);
      }
    }
    for (const path of ['/media/', '/media', '/', '/rpc', '/media/files', '/media/import/x']) {
      expect((await fixture.media(path)).status, path).toBe(404);
    }
  });
});

describe('HTTP methods', () => {
  it('are limited to the valid ones; others get 405 with the allowed ones', async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      [photoUrl, 'PUT', 'GET, HEAD'],
      [photoUrl, 'DELETE', 'GET, HEAD'],
      [maskUrl, 'POST', 'GET, HEAD, PUT'],
      ['/media/import', 'GET', 'POST'],
      ['/media/samples/mountain-path', 'POST', 'GET, HEAD'],
    ];
    for (const [url, method, allow] of cases) {
      const response = await fixture.media(url, { method });
      expect([response.status, response.headers.get('allow')], `${method} ${url}`).toEqual([
        405,
        allow,
      ]);
    }
  });
});

describe('the painted mask', () => {
  const put = (url: string, body: Uint8Array<ArrayBuffer>) =>
    fixture.media(url, { method: 'PUT', body });
  const rect = { x: 250, y: 10, width: 20, height: 30 };

  it('is stored by tile: other tiles stay, empty ones are dropped', async () => {
    const tiles = tilesOf(rect);
    expect(tiles).toHaveLength(2);
    expect((await put(maskUrl, encodeMaskTiles(tiles))).status).toBe(204);
    expect(pixelSet(await fixture.mask(photoId))).toEqual(pixelSet(tiles));
    const [first] = tiles;
    if (first === undefined) throw new Error('no tile');
    await put(maskUrl, encodeMaskTiles([{ ...first, bits: undefined }]));
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(14 * 30);
    await fixture.restart();
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(14 * 30);
  });

  it('is refused when it is invalid, and earlier painting stays', async () => {
    const good = encodeMaskTiles(tilesOf(rect));
    await put(maskUrl, good);
    const before = pixelSet(await fixture.mask(photoId));
    const bad = [new Uint8Array(), good.slice(0, -1), new Uint8Array(bytes), good.slice(1)];
    for (const body of bad) {
      const response = await put(maskUrl, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { kind: 'invalid-input' } });
    }
    expect(pixelSet(await fixture.mask(photoId))).toEqual(before);
  });

  it('is refused when it is far too long, before all of it is read', async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const response = await fixture.media(maskUrl, {
      method: 'PUT',
      body,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(80);
  });
});
