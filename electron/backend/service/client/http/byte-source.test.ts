import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createServiceClient } from '../http-client.ts';
import { startQuirkyServer } from '../testing/quirky-server.ts';
import { byteSourceOfFile, SOURCE_CHUNK_BYTES } from './byte-source.ts';

const folder = testFolder();

it('delivers a file unchanged however slowly it is read, raw and as base64', async () => {
  const bytes = randomBytes(SOURCE_CHUNK_BYTES * 7 + 1234);
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  await using server = await startQuirkyServer(async (request, response) => {
    for (let pause = 0; pause < 5; pause++) {
      request.pause();
      await sleep(15);
      request.resume();
      await sleep(5);
    }
    await request.body;
    const picture = Buffer.from('\u0089PNG\r\n\u001a\n0000', 'latin1').toString('base64');
    response.end(JSON.stringify({ image_file: picture, image_type: 'png' }));
  });
  const client = createServiceClient({ baseUrl: server.baseUrl, key: 'key' });
  const file = await byteSourceOfFile(path);
  const ticket = { assetId: '1', url: `${server.baseUrl}/put`, headers: {} };
  await client.upload(ticket, file);
  const request = { image: file, mask: file, responseType: 'png' } as const;
  await client.cleanup(request, { answerPath: join(folder, 'answer') });
  client.close();
  const [raw, json] = server.seen.map(({ body }) => body);
  expect(raw?.equals(bytes)).toBe(true);
  const body = JSON.parse(json?.toString('utf8') ?? '{}') as Record<string, string>;
  for (const field of ['image_file', 'mask_file']) {
    expect(Buffer.from(body[field] ?? '', 'base64').equals(bytes), field).toBe(true);
  }
});
