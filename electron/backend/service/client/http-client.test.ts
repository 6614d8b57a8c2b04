import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { byteSourceOfBytes, byteSourceOfFile } from './http/byte-source.ts';
import { createServiceClient, type ServiceClient } from './http-client.ts';
import type { CallPhase } from './http/exchange.ts';
import { fakePng } from './testing/pictures.ts';
import { answering, startQuirkyServer } from './testing/quirky-server.ts';

const KEY = 'gesso-test-key-1234567890';

let folder = '';
let client: ServiceClient | undefined;

beforeEach(() => {
  folder = testFolder();
});
afterEach(() => client?.close());

function connect(baseUrl: string): ServiceClient {
  client = createServiceClient({ baseUrl, key: ` Bearer ${KEY} ` }, { environment: {} });
  return client;
}

function cleanUp(service: ServiceClient, onPhase: (phase: CallPhase) => void = () => undefined) {
  return service.cleanup(
    {
      image: byteSourceOfBytes(fakePng(1000)),
      mask: byteSourceOfBytes(fakePng(500)),
      responseType: 'png',
    },
    { answerPath: join(folder, 'answer'), onPhase },
  );
}

describe('cleanup', () => {
  it('sends both files as base64 with an exact length and stores the returned picture', async () => {
    const picture = fakePng(70_001);
    const answer = JSON.stringify({ image_file: picture.toString('base64'), image_type: 'png' });
    await using server = await startQuirkyServer(answering(200, answer));
    const imagePath = join(folder, 'image.png');
    await writeFile(imagePath, fakePng(400_001));
    const received = await connect(`${server.baseUrl}/proxy/`).cleanup(
      {
        image: await byteSourceOfFile(imagePath),
        mask: byteSourceOfBytes(fakePng(500)),
        responseType: 'webp',
      },
      { answerPath: join(folder, 'answer') },
    );
    expect(received).toEqual({
      imageType: 'png',
      path: join(folder, 'answer'),
      byteLength: 70_001,
    });
    expect(await readFile(received.path)).toEqual(picture);
    expect((await readdir(folder)).sort()).toEqual(['answer', 'image.png']);

    const request = server.seen[0];
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('/proxy/v3/cleanup');
    expect(request?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      extra: { response_image_type: 'webp' },
      image_file: fakePng(400_001).toString('base64'),
      mask_file: fakePng(500).toString('base64'),
    });
  });

  it('reports its phases in order with byte counts', async () => {
    const answer = JSON.stringify({ image_file: fakePng(100).toString('base64') });
    await using server = await startQuirkyServer(answering(200, answer));
    const phases: CallPhase[] = [];
    await cleanUp(connect(server.baseUrl), (phase) => phases.push(phase));
    const names = phases.map((phase) => phase.phase);
    expect([...new Set(names)]).toEqual(['connecting', 'sending', 'waiting', 'receiving']);
    const sent = phases.findLast((phase) => phase.phase === 'sending');
    expect(sent).toMatchObject({ sentBytes: server.seen[0]?.body.length });
    expect(phases.at(-1)).toEqual({
      phase: 'receiving',
      receivedBytes: answer.length,
      totalBytes: answer.length,
    });
  });
});

describe('checkKey', () => {
  it('trusts the list of models when it refuses a made-up key', async () => {
    await using server = await startQuirkyServer(async (request, response) => {
      await request.body;
      const good = request.headers['authorization'] === `Bearer ${KEY}`;
      response.writeHead(good ? 200 : 401).end(good ? '{"data":[{"id":"m"}]}' : '{}');
    });
    const check = await connect(server.baseUrl).checkKey();
    expect(check.checkedBy).toBe('models');
    expect(check.models).toHaveLength(1);
  });

  it('accepts no approval from something other than the service', async () => {
    await using any = await startQuirkyServer(answering(200, '{"ok":true}'));
    await expect(connect(any.baseUrl).checkKey()).rejects.toMatchObject({ kind: 'bad-answer' });
    await using page = await startQuirkyServer(answering(200, '<html>hello</html>'));
    await expect(connect(page.baseUrl).checkKey()).rejects.toMatchObject({
      kind: 'not-the-service',
    });
    await using wrong = await startQuirkyServer(answering(404, '404 page not found'));
    await expect(connect(wrong.baseUrl).checkKey()).rejects.toMatchObject({
      kind: 'not-the-service',
    });
  });

  it('asks for a task when there is no list, or the list ignores keys', async () => {
    const noTask = '{"code":404,"reason":"TASK_NOT_FOUND","message":"none"}';
    const lists = [
      answering(404, '{"code":404,"reason":"API_NOT_FOUND"}'),
      answering(403, '{"code":403,"reason":"API_NOT_ALLOWED"}'),
      async (...[request, response]: Parameters<ReturnType<typeof answering>>) => {
        await request.body;
        const isOurs = request.headers['authorization'] === `Bearer ${KEY}`;
        response.writeHead(isOurs ? 200 : 429).end('{"data":[]}');
      },
    ];
    for (const list of lists) {
      await using server = await startQuirkyServer((request, response) =>
        request.url === '/v3/openai/models'
          ? list(request, response)
          : answering(404, noTask)(request, response),
      );
      const check = await connect(server.baseUrl).checkKey();
      expect(check).toEqual({ checkedBy: 'task-result', models: [] });
    }
  });

  it('finds a bad key by the task when anybody may list the models', async () => {
    await using server = await startQuirkyServer((request, response) =>
      request.url === '/v3/openai/models'
        ? answering(200, '{"data":[{"id":"m"}]}')(request, response)
        : answering(403, '{"code":403,"reason":"FAILED_TO_AUTH"}')(request, response),
    );
    await expect(connect(server.baseUrl).checkKey()).rejects.toMatchObject({
      kind: 'key-rejected',
    });
  });
});
