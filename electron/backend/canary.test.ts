/** A marked secret sent through every operation ends in no file, log line or window message. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { StartableRequest } from '../../shared/contract/job-requests.ts';
import { isFinalJobState } from '../../shared/contract/jobs.ts';
import { createBackendFixture } from '../testing/backend-fixture.ts';
import { noisePng } from '../testing/pictures.ts';
import { startQuirkyServer } from './service/client/testing/quirky-server.ts';

const MARK = 'c4n4ry';
const KEY = `sk-${MARK}-service-key-0123456789`;
const GATEWAY_KEY = `${MARK}-gateway-key-0123456789`;

let round = 0;
const repeated: string[] = [];

const picture = await noisePng(40, 30);
/** Repeats every secret it receives, as a careless service might. */
const server = await startQuirkyServer(async (request, response) => {
  const secrets = [
    request.headers.authorization,
    request.headers['helicone-auth'],
    (await request.body).toString('utf8').slice(0, 3000),
  ].join(' ');
  repeated.push(secrets);
  const { status, body } = answer(request.url ?? '', picture, secrets);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
const fixture = await createBackendFixture();

function answer(path: string, picture: Buffer, secrets: string): { status: number; body: string } {
  const { baseUrl } = server;
  const signed = `${baseUrl}/storage/a?X-Amz-Date=20260101T000000Z&X-Amz-Expires=60&X-Amz-Signature=${MARK}signature&X-Amz-Credential=${MARK}`;
  const error = (status: number) => ({
    status,
    body: JSON.stringify({
      code: status,
      reason: 'X',
      message: `You sent ${secrets} to ${signed}`,
    }),
  });
  if (path.startsWith('/v3/openai/models')) {
    const isMine = secrets.includes(KEY);
    return isMine ? { status: 200, body: '{"data": [{"id": "m"}]}' } : error(401);
  }
  if (path.startsWith('/storage/'))
    return { status: 403, body: `<Error>${signed} ${secrets}</Error>` };
  if (round % 2 === 1) return error(round % 4 === 1 ? 400 : 500);
  if (path.startsWith('/v3/async/img2video')) return { status: 200, body: '{"task_id": "t"}' };
  if (path.startsWith('/v3/async/task-result')) {
    const videos = [{ video_url: signed, video_url_ttl: '60', video_type: 'mp4' }];
    const task = { status: 'TASK_STATUS_SUCCEED', reason: '' };
    return { status: 200, body: JSON.stringify({ task, videos, images: [] }) };
  }
  if (path.startsWith('/v3/assets')) {
    const body = { assets_id: 1, upload_url: signed, method: 'PUT', headers: {} };
    return { status: 200, body: JSON.stringify(body) };
  }
  if (path.includes('completions')) {
    return { status: 200, body: `data: {"choices": broken ${secrets}\n\ndata: ${signed}\n\n` };
  }
  const file = picture.toString('base64');
  return { status: 200, body: JSON.stringify({ image_file: file, image_type: 'png' }) };
}

/** Every file below a folder. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

it('S20 S21 S22 stores and shows no key, gateway key, signed address or base64', async () => {
  const client = fixture.client();
  const { baseUrl } = server;
  const gateway = {
    baseUrl,
    headerName: 'Helicone-Auth',
    scheme: 'bearer',
    scope: 'everything',
    omitRequest: true,
    omitResponse: true,
    key: GATEWAY_KEY,
  } as const;
  await client.connections.add({ name: 'Mine', baseUrl, key: KEY, gateway });
  await client.settings.update({ imageCallsPerMinute: 1000, videoCallsPerMinute: 1000 });
  const { id: photoId } = await fixture.importPhoto(await noisePng(40, 30), 'photo.png');
  const picture = { photoId };
  const shown: unknown[] = [];
  for (; round < 4; round++) {
    await fixture.paint(photoId, { x: 3 + round, y: 4, width: 5, height: 6 });
    await client.cleanup.run({ photoId }).catch((error: unknown) => shown.push(error));
    const parameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 5 } as const;
    const requests: readonly StartableRequest[] = [
      { kind: 'remove-text', picture, responseType: 'png' },
      { kind: 'merge-face', picture, face: picture, responseType: 'png' },
      { kind: 'video', picture, parameters: { ...parameters, seed: String(round) } },
      { kind: 'training-upload', picture },
    ];
    for (const request of requests) await client.jobs.start(request);
    for (const kind of ['completion', 'chat'] as const) {
      const messages = [{ role: 'user' as const, content: 'b' }];
      const { runId } = await client.language.start(
        kind === 'chat' ? { kind, model: 'm', messages } : { kind, model: 'm', prompt: 'b' },
      );
      for await (const message of await client.language.follow({ runId, afterSequence: -1 })) {
        shown.push(message);
      }
    }
    const wanted = { unit: 'day', categories: ['llm'], range: { start: 0, end: 86_400 } } as const;
    for await (const event of await client.spend.read({ ...wanted, categories: ['llm'] })) {
      shown.push(event);
    }
    await expect
      .poll(
        async () => {
          await client.jobs.pollNow();
          const jobs = await client.jobs.list({ limit: 100 });
          return jobs.every(({ state }) => isFinalJobState(state));
        },
        { timeout: 15_000 },
      )
      .toBe(true);
  }
  expect(repeated.some((text) => text.includes(KEY) && text.includes(GATEWAY_KEY))).toBe(true);
  shown.push(await client.jobs.list({ limit: 100 }), await client.language.list({ limit: 100 }));
  shown.push(await client.connections.list(), fixture.logged);
  const text = JSON.stringify(shown, (_name, value: unknown) =>
    value instanceof Error
      ? { ...Object.fromEntries(Object.entries(value)), message: value.message, stack: value.stack }
      : value,
  );
  expect(text).not.toContain(MARK);
  expect(text).not.toMatch(/[A-Za-z0-9+/]{200}/u);
  for (const path of filesIn(fixture.dataFolder)) {
    const bytes = readFileSync(path);
    for (const form of [MARK, Buffer.from(MARK).toString('base64').slice(0, 7)]) {
      expect(bytes.includes(form), `${form} in ${path}`).toBe(false);
    }
    const isText = /library\.db/u.test(path);
    if (isText) expect(bytes.toString('latin1')).not.toMatch(/[A-Za-z0-9+/]{300}/u);
  }
}, 60_000);
