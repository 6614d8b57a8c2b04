/** Bodies over the limit on a real connection: an error with a sentence, and the host continues. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_PICTURE_FILE_BYTES } from '../../shared/files/file-size.ts';
import { importUrl } from '../../shared/media.ts';
import { noisePng } from '../testing/pictures.ts';
import { createHostBench, type HostBench } from './testing/host-bench.ts';

/** Bytes that are still on their way when the limit is passed. */
const FAR_OVER = 32_000_000;
const CHUNK = new Uint8Array(4 * 1024 * 1024);

let bench: HostBench;
let cookie = '';

beforeEach(async () => {
  bench = await createHostBench();
  cookie = await bench.signIn();
});

/** Sends all before it reads, as a browser does; Node's client gives up once the answer is there. */
async function upload(path: string, method: string, byteLength: number): Promise<string> {
  const socket = connect(bench.host.port, '127.0.0.1');
  const answer = text(socket);
  socket.write(`${head(path, method)}transfer-encoding: chunked\r\n\r\n`);
  for (let left = byteLength; left > 0; left -= CHUNK.byteLength) {
    const chunk = CHUNK.subarray(0, Math.min(CHUNK.byteLength, left));
    socket.write(`${chunk.byteLength.toString(16)}\r\n`);
    socket.write(chunk);
    if (!socket.write('\r\n')) await once(socket, 'drain');
  }
  socket.end('0\r\n\r\n');
  return answer;
}

function head(path: string, method: string): string {
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${bench.host.port}\r\norigin: ${bench.origin}\r\ncookie: ${cookie}\r\n`;
}

async function expectWorking(): Promise<void> {
  const photo = await bench.fixture.importPhoto(await noisePng(20, 20));
  expect((await bench.send(photo.url, { headers: { cookie } })).status).toBe(200);
}

describe('a picture over 1 GB', () => {
  const sentence = '“huge.tif” is larger than 1 GB. Gesso can’t open files of this size.';

  it('is refused with its message while it arrives, and leaves nothing behind', async () => {
    const answer = await upload(importUrl('huge.tif'), 'POST', MAX_PICTURE_FILE_BYTES + FAR_OVER);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
    expect(answer).toContain(sentence);
    const left = await readdir(join(bench.fixture.dataFolder, 'files'));
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
    await expectWorking();
  });

  it('is refused before it is sent when its length is announced', async () => {
    const length = `content-length: ${MAX_PICTURE_FILE_BYTES + 1}\r\nconnection: close\r\n\r\n`;
    const answer = await bench.raw(head(importUrl('huge.tif'), 'POST') + length);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
    await expectWorking();
  });
});
