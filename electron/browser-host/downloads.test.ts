import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importUrl } from '../../shared/media.ts';
import { noisePng } from '../testing/pictures.ts';
import { createHostBench, type HostBench } from './testing/host-bench.ts';

let bench: HostBench;

beforeEach(async () => {
  bench = await createHostBench();
});

describe('a download', () => {
  const NAMES = [
    `a “b” 'c' (d) & 🙂.png`,
    'quote".png',
    '100%.png',
    '日本語の写真.jpg',
    `${'🙂'.repeat(150)}.png`,
  ];
  for (const name of NAMES) {
    it(`has its name, whatever characters are in it: ${name.slice(0, 30)}`, async () => {
      const cookie = await bench.signIn();
      const photo = await bench.fixture.importPhoto(await noisePng(12, 9), name);
      const outcome = await bench.fixture
        .client()
        .export.save({ photoId: photo.id, format: 'png', quality: 90, lossless: true });
      if (outcome.kind !== 'download') throw new Error(outcome.kind);
      const answer = await bench.send(outcome.url, { headers: { cookie } });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'no-store',
      });
      const disposition = answer.headers['content-disposition'] ?? '';
      // RFC 8187: only these characters may stand there
      expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/u);
      expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(outcome.name);
      expect(outcome.name).toMatch(/_cleanup\.png$/u);
      expect(Buffer.byteLength(outcome.name)).toBeLessThan(255);
      expect(answer.body.subarray(1, 4).toString()).toBe('PNG');
    });
  }

  it('needs the cookie, and ends when its file is gone', async () => {
    const cookie = await bench.signIn();
    const photo = await bench.fixture.importPhoto(await noisePng(12, 9));
    const outcome = await bench.fixture
      .client()
      .export.save({ photoId: photo.id, format: 'webp', quality: 90, lossless: true });
    if (outcome.kind !== 'download') throw new Error(outcome.kind);
    expect((await bench.send(outcome.url)).status).toBe(401);
    await bench.downloads.clear();
    expect((await bench.send(outcome.url, { headers: { cookie } })).status).toBe(404);
  });
});

describe('an upload that breaks off in the middle', () => {
  it('leaves no file behind', async () => {
    const cookie = await bench.signIn();
    const socket = connect(bench.host.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const bytes = await noisePng(300, 300);
    socket.write(
      `POST ${importUrl('a.png')} HTTP/1.1\r\nHost: 127.0.0.1:${bench.host.port}\r\nOrigin: ${bench.origin}\r\nCookie: ${cookie}\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 100_000));
    const files = join(bench.fixture.dataFolder, 'files');
    await expect.poll(() => readdirSync(files).length).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => readdirSync(files)).toEqual([]);
    expect(await bench.fixture.client().photos.recent()).toEqual([]);
  });
});
