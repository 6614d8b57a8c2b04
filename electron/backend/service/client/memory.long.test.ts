import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { fakePng } from './testing/pictures.ts';
import { startQuirkyServer } from './testing/quirky-server.ts';

const PAYLOAD = LIMITS.cleanup.maxFileBytes;

describe('the largest picture', () => {
  // The bound stays; it is measured again when the collector was late on a busy machine. A client
  // that held the picture would exceed it every time.
  const options = { timeout: 60_000, retry: 2 };
  it('is sent and received without ever being completely in memory', options, async () => {
    const folder = testFolder();
    const picture = fakePng(PAYLOAD);
    await writeFile(join(folder, 'image'), picture);
    await writeFile(join(folder, 'mask'), fakePng(1000));
    const answer = `{"image_file":"${picture.toString('base64')}","image_type":"png"}`;
    await using server = await startQuirkyServer(async (request, response) => {
      await request.body;
      response.writeHead(200, { 'content-length': String(answer.length) }).end(answer);
    });
    const script = join(import.meta.dirname, 'testing', 'send-process.ts');
    const files = ['image', 'mask', 'answer'].map((name) => join(folder, name));
    const run = promisify(execFile);
    // with compiled code from a cache the process idles lower, and code that is read later would count
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
    const { stdout } = await run(process.execPath, [script, server.baseUrl, ...files], { env });
    const { idle, peak, byteLength } = JSON.parse(stdout) as Record<string, number>;

    expect(byteLength).toBe(PAYLOAD);
    expect(digest(await readFile(join(folder, 'answer')))).toBe(digest(picture));
    const sent = JSON.parse(server.seen[0]?.body.toString() ?? '{}') as Record<string, string>;
    expect(digest(Buffer.from(sent['image_file'] ?? '', 'base64'))).toBe(digest(picture));
    // Sent in full and received in full, 40 MB of base64 each way, in less than one of them.
    expect((peak ?? Infinity) - (idle ?? 0)).toBeLessThan(PAYLOAD);
  });
});

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
