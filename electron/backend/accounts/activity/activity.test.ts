/** Tests Activity over the whole backend: what is recorded of calls, and that no content is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import {
  startQuirkyServer,
  type QuirkyServer,
} from '../../service/client/testing/quirky-server.ts';

const TEXT = 'zyx0text';
const NAME = 'zyx0name';
const KEY = 'sk-zyx0key-0123456789';
const WINDOW = { width: 1024, height: 700, pixelRatio: 2 };
const ALL = /zyx0/u;

/** A service that repeats all that it is sent, in every place of its answers. */
let server: QuirkyServer;
let fixture: BackendFixture;
let status = 200;

beforeEach(async () => {
  const picture = (await noisePng(40, 30)).toString('base64');
  status = 200;
  server = await startQuirkyServer(async (request, response) => {
    const url = request.url ?? '';
    const said = `${(await request.body).toString('utf8').slice(0, 2000)} ${TEXT} ${KEY}`;
    const ids = { model: TEXT, status: TEXT, seed: TEXT, id: TEXT };
    const fields = { [TEXT]: said, prompt: said, ...ids };
    const send = (code: number, body: unknown) =>
      response
        .writeHead(code, { 'content-type': 'application/json', 'x-said': TEXT })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (url.startsWith('/v3/openai/models')) {
      const isMine = request.headers.authorization === `Bearer ${KEY}`;
      return void send(isMine ? 200 : 401, isMine ? { data: [{ ...fields, id: 'm' }] } : fields);
    }
    if (status !== 200)
      return void send(status, { ...fields, message: said, reason: TEXT, code: 5 });
    if (url.includes('completions')) {
      const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
      const choices = [{ index: 0, text: said, delta: { content: said }, finish_reason: 'stop' }];
      return void send(
        200,
        `data: ${JSON.stringify({ ...fields, choices, usage })}\n\ndata: [DONE]\n\n`,
      );
    }
    send(200, { image_file: picture, image_type: 'png', ...fields });
  });
  fixture = await createBackendFixture();
  const client = fixture.client();
  const { baseUrl } = server;
  await client.connections.add({ name: 'Mine', baseUrl, key: KEY });
});

async function workWithEverything(): Promise<void> {
  const client = fixture.client();
  const { id: photoId } = await fixture.importPhoto(await noisePng(40, 30), `${NAME}.png`);
  const request = { kind: 'remove-text', picture: { photoId }, responseType: 'png' } as const;
  await client.jobs.start(request);
  for (const kind of ['chat', 'completion'] as const) {
    const { runId } = await client.language.start(
      kind === 'chat'
        ? { kind, model: 'm', messages: [{ role: 'user', content: TEXT }], stop: [TEXT] }
        : { kind, model: 'm', prompt: TEXT },
    );
    for await (const _ of await client.language.follow({ runId, afterSequence: -1 }));
  }
  await expect
    .poll(async () =>
      (await client.jobs.list({ limit: 9 })).every((job) => isFinalJobState(job.state)),
    )
    .toBe(true);
}

it('S21 S22 records every call without pictures, texts, names or keys', async () => {
  const client = fixture.client();
  await workWithEverything();
  status = 400;
  await workWithEverything();
  status = 500;
  await workWithEverything();
  const { calls } = await client.activity.list({ limit: 100 });
  const exchanges = await Promise.all(calls.map(({ id }) => client.activity.read({ callId: id })));
  const count = (operation: string) => calls.filter((call) => call.operation === operation).length;
  expect(count('remove-text')).toBe(3);
  expect(count('chat')).toBe(3);
  expect(count('completion')).toBe(3);
  expect(count('models')).toBeGreaterThan(0);
  expect(calls.map((call) => call.outcome)).toContain('failed');
  const { text } = await client.activity.report({ window: WINDOW });
  expect(text).toContain('Text removal');
  const shown = JSON.stringify({ calls, exchanges, text });
  expect(ALL.exec(shown)).toBeNull();
  expect(/[A-Za-z0-9+/]{100}/u.exec(shown)).toBeNull();
  expect(shown).toContain('<picture, ');
  expect(shown).toContain('<text, ');
});

it('S22 leaves the user’s own settings out of the report', async () => {
  const client = fixture.client();
  await client.settings.update({ exportName: `{name}${TEXT}`, concurrentCalls: 7 });
  fixture.backend().uncaught(new TypeError(`${TEXT} is not a function`), false);
  const { text, reportId } = await client.activity.report({ window: WINDOW });
  expect(text).not.toMatch(ALL);
  expect(text).toContain('Window: 1024 × 700 at 200 %');
  expect(text).toContain('concurrentCalls: 7');
  expect(text).toContain('exportName: changed');
  expect(text).toMatch(/TypeError {2}activity\.test\.ts:\d+:\d+/u);
  expect(text).not.toContain(fixture.dataFolder);
  await client.activity.saveReport({ reportId });
  const [request] = fixture.saved;
  const path = join(fixture.folder, 'report.txt');
  await request?.write(path);
  expect(await readFile(path, 'utf8')).toBe(text);
  await client.activity.report({ window: WINDOW });
  await expect(client.activity.saveReport({ reportId })).rejects.toThrow('newer report');
});

it('records the job of a call, and its cost by the prices of its time', async () => {
  const client = fixture.client();
  const active = (await client.connections.list()).find(({ isActive }) => isActive);
  await client.prices.set({ connectionId: active?.id ?? '', kind: 'remove-text', price: 30 });
  await workWithEverything();
  const [job] = await client.jobs.list({ limit: 1 });
  const { calls } = await client.activity.list({ limit: 10, jobId: job?.id ?? '' });
  expect(calls).toMatchObject([
    { operation: 'remove-text', outcome: 'ok', cost: 30_000_000, tries: 1, connectionName: 'Mine' },
  ]);
  expect(calls[0]?.sentBytes).toBeGreaterThan(1000);
  expect(calls[0]?.receivedBytes).toBeGreaterThan(1000);
  const free = (await client.activity.list({ limit: 10, operations: ['models'] })).calls;
  expect(free[0]).toMatchObject({ cost: 0, connectionName: 'New connection', method: 'GET' });
});

it('stays empty after everything was deleted and while it is off', async () => {
  const client = fixture.client();
  await workWithEverything();
  await client.activity.clear();
  expect(await client.activity.usage()).toEqual({ calls: 0 });
  await client.settings.update({ isActivityKept: false });
  await workWithEverything();
  expect((await client.activity.list({ limit: 10 })).calls).toEqual([]);
});
