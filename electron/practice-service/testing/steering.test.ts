/** Tests that each fault happens: a test of the program must not pass because it did not. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { cleanupBody, readJson, type Service, startService } from '../test-support.ts';

const MODELS = '/v3/openai/models';
const COMPLETIONS = '/v3/openai/completions';
const COMPLETION = { model: 'practice/vellum-24b', prompt: 'The light', seed: 1, stream: true };

let service: Service;

beforeAll(async () => {
  service = await startService({ isQuick: true, tokensPerSecond: 0, taskSpeed: 1000 });
});
afterEach(() => service.call('/practice/faults', { method: 'DELETE' }));
afterAll(() => service.server.close());

async function fault(path: string, fields: object): Promise<void> {
  const answer = await service.post('/practice/faults', { path, ...fields });
  expect(answer.status, await answer.text()).toBe(201);
}

it('refuses a fault with a misspelt field or of an unknown kind', async () => {
  for (const wrong of [
    { kind: 'answer', stauts: 500 },
    { kind: 'earthquake' },
    { kind: 'cut', afterBytes: -1 },
  ]) {
    expect((await service.post('/practice/faults', { path: MODELS, ...wrong })).status).toBe(400);
  }
  expect((await service.post('/practice/state', { taskSped: 2 })).status).toBe(400);
  expect((await service.call(MODELS)).status).toBe(200);
});

it('answers in place of the service, as often as asked and when the path matches', async () => {
  await fault('/v3/*', {
    kind: 'answer',
    status: 418,
    body: { a: 1 },
    headers: { 'x-a': 'b' },
    times: 2,
  });
  for (const path of [MODELS, '/v3/nothing']) {
    const answer = await service.call(path);
    expect([answer.status, answer.headers.get('x-a'), await readJson(answer)]).toEqual([
      418,
      'b',
      { a: 1 },
    ]);
  }
  expect((await service.call(MODELS)).status).toBe(200);
  await fault(MODELS, { kind: 'rate-limit', retryAfterSeconds: 7 });
  const limited = await service.call(MODELS);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
});

it('closes a connection without an answer, during the upload or the answer', async () => {
  for (const end of [
    { kind: 'hang-up' },
    { kind: 'cut-upload', afterBytes: 5 },
    { kind: 'cut', afterBytes: 30 },
  ]) {
    await fault('*', end);
    const answer = service.post('/v3/cleanup', await cleanupBody(40, 30));
    await expect(
      answer.then((response) => response.text()),
      end.kind,
    ).rejects.toThrow();
  }
});

it('changes the JSON, the picture or the addresses of a real answer', async () => {
  const clean = async () => service.post('/v3/cleanup', await cleanupBody(40, 30));
  await fault('/v3/cleanup', { kind: 'merge', patch: { image_type: 'tiff' } });
  expect((await readJson(await clean()))['image_type']).toBe('tiff');
  await fault('/v3/cleanup', { kind: 'other-size', width: 9, height: 7 });
  const { image_file: file } = await readJson(await clean());
  const png = Buffer.from(String(file), 'base64');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([9, 7]);
  await fault('/v3/assets/*', { kind: 'expired-urls' });
  const ticket = async () =>
    readJson(await service.post('/v3/assets/training_dataset', { file_extension: 'png' }));
  for (const status of [403, 200]) {
    const put = await fetch(String((await ticket())['upload_url']), { method: 'PUT', body: 'x' });
    expect(put.status).toBe(status);
  }
});

it('delays an answer until the faults are removed', async () => {
  await fault(MODELS, { kind: 'delay', delayMilliseconds: 60_000 });
  const late = service.call(MODELS);
  await expect.poll(async () => (await service.records()).at(-1)?.outcome).toBe('running');
  await service.call('/practice/faults', { method: 'DELETE' });
  expect((await late).status).toBe(200);
});

it('lets a task fail for a given reason', async () => {
  await fault('/v3/async/img2video', { kind: 'task', end: 'failed', reason: 'No light.' });
  const { image_file: picture } = await cleanupBody(64, 48);
  const { task_id: id } = await readJson(
    await service.post('/v3/async/img2video', {
      model_name: 'SVD',
      image_file: picture,
      frames_num: 14,
      frames_per_second: 6,
      image_file_resize_mode: 'ORIGINAL_RESOLUTION',
      steps: 1,
    }),
  );
  await expect
    .poll(async () => readJson(await service.call(`/v3/async/task-result?task_id=${String(id)}`)))
    .toMatchObject({ task: { status: 'TASK_STATUS_FAILED', reason: 'No light.' } });
});

it('replaces, breaks, truncates or delays one event of a stream', async () => {
  const stream = async () => (await service.post(COMPLETIONS, COMPLETION)).text();
  const whole = await stream();
  await fault(COMPLETIONS, { kind: 'error-frame', afterChunks: 2, code: 503 });
  expect((await stream()).split('\n\n')).toEqual([
    expect.stringMatching(/^data: /u),
    expect.stringMatching(/^data: /u),
    'data: {"error":{"message":"On demand.","code":503}}',
    '',
  ]);
  await fault(COMPLETIONS, { kind: 'broken-frame', afterChunks: 1 });
  const [, broken = ''] = (await stream()).split('\n\n');
  expect(() => JSON.parse(broken.slice(6))).toThrow(SyntaxError);
  await fault(COMPLETIONS, { kind: 'stream-cut', afterChunks: 999 });
  await expect(stream()).rejects.toThrow();
  await fault(COMPLETIONS, { kind: 'stream-stall', afterChunks: 3, stallMilliseconds: 60 });
  const begin = performance.now();
  const choices = (text: string) => [...text.matchAll(/"text":"[^"]*"/gu)].map(([match]) => match);
  expect(choices(await stream())).toEqual(choices(whole));
  expect(performance.now() - begin).toBeGreaterThan(50);
});

it('records calls and their bodies, but not the key', async () => {
  await service.call('/practice/requests', { method: 'DELETE' });
  await service.post(COMPLETIONS, { ...COMPLETION, prompt: 'Seen' });
  const records = await service.records();
  expect(records).toMatchObject([{ method: 'POST', path: COMPLETIONS, status: 200 }]);
  expect(JSON.stringify(records)).not.toContain('practice-key');
  expect((await service.sent(records[0]))['prompt']).toBe('Seen');
});
