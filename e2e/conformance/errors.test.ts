/** "Errors" of the specification, row by row. */
import { beforeAll, expect, it } from 'vitest';
import { expectAccepted, expectField } from './support/answers.ts';
import { numberAt, textAt, valueAt, valuesAt } from './support/json.ts';
import { type Context, createContext, ENDPOINTS, upscaleBody } from './support/endpoints.ts';
import { get, post, type Reply, send } from './support/http.ts';
import { serviceOfFile, steer } from './support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' } as const;

const service = serviceOfFile();
let context: Context;

beforeAll(async () => {
  context = await createContext(service);
});

it('1. HTTP status: 2xx means the request was accepted: the smallest call of every endpoint', async () => {
  for (const endpoint of ENDPOINTS) expectAccepted(await endpoint.call(context));
});

it('1. HTTP status: 400 means an error in request parameters of the synchronous image endpoints: a body that is no JSON object', async () => {
  for (const path of ['/v3/remove-text', '/v3/cleanup', '/v3/merge-face']) {
    for (const body of ['', '{"image_file":', '[]', '"text"', 'null']) {
      expect((await send(service, 'POST', path, body, JSON_TYPE)).status, path).toBe(400);
    }
  }
});

it('1. HTTP status: 5xx means internal server error: no task comes of it', async () => {
  const before = await taskIds();
  const answer = { kind: 'answer', body: { code: 500, reason: 'CREATE_TASK_FAILED' } };
  for (const status of [500, 502, 503]) {
    const path = '/v3/async/img2video';
    await steer(service, '/practice/faults', { path, ...answer, status });
    const [video] = ENDPOINTS;
    expect((await video?.call(context))?.status).toBe(status);
  }
  expect(await taskIds()).toEqual(before);
});

it('2. code 0 | CodeNormal: with an empty message and the payload', async () => {
  const replies = [
    await post(service, '/v2/upscale', upscaleBody(context.picture)),
    await get(service, '/v2/progress', { task_id: context.upscaleTask }),
  ];
  for (const { json } of replies) {
    expectField(json, ['data', 'object']);
    expect(valueAt(json, 'code')).toBe(0);
    expect(valueAt(json, 'msg')).toBe('');
  }
});

it('2. code 1 | CodeInvalidJSON: for bodies that are none', async () => {
  for (const body of ['', '{', '{"image": }', 'image']) {
    expectCode(await send(service, 'POST', '/v2/upscale', body, JSON_TYPE), 1);
  }
});

it('2. code 2 | CodeModelNotExist: for an unknown upscaler', async () => {
  const body = { ...upscaleBody(context.picture), upscaler_1: 'Nobody 4x' };
  expectCode(await post(service, '/v2/upscale', body), 2);
});

it('2. code 3 | CodeTaskIdNotExist: for ids that were never given out', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', context.videoTask]) {
    expectCode(await get(service, '/v2/progress', { task_id: id }), 3);
  }
});

it('2. code 4 | CodeInvalidAuth: on both endpoints', async () => {
  const stranger = { headers: { authorization: 'Bearer nobody' } };
  expectCode(await post(service, '/v2/upscale', upscaleBody(context.picture), stranger), 4);
  expectCode(await get(service, '/v2/progress', { task_id: context.upscaleTask }, stranger), 4);
});

it('2. code 6 | CodeParamRangeOutOfLimit: for numbers out of range', async () => {
  for (const field of [
    { extras_upscaler_2_visibility: 1.5 },
    { gfpgan_visibility: -0.5 },
    { codeformer_visibility: 2 },
    { codeformer_weight: 1.01 },
    { img_expire_ttl: -1 },
  ]) {
    const body = { ...upscaleBody(context.picture), ...field };
    expectCode(await post(service, '/v2/upscale', body), 6);
  }
});

it('2. code 7 | CodeCostBalanceFailure: when the credit is used up', async () => {
  await steer(service, '/practice/state', { balance: 0 });
  expectCode(await post(service, '/v2/upscale', upscaleBody(context.picture)), 7);
  await steer(service, '/practice/state', { balance: null });
  expectAccepted(await post(service, '/v2/upscale', upscaleBody(context.picture)));
});

it('2. code 10 | CodeNotSupport: for a file of another kind', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  expectCode(await post(service, '/v2/upscale', upscaleBody(gif)), 10);
});

// The practice service never breaks by itself: these codes are requested.
for (const [row, code] of [
  ['2. code -1 | CodeInternalError', -1],
  ['2. code 5 | CodeHostUnavailable', 5],
  ['2. code 8 | CodeSamplerNotExist', 8],
  ['2. code 9 | CodeTimeout', 9],
] as const) {
  it(`${row}: in an envelope on demand, and no task comes of it`, async () => {
    const before = await taskIds();
    const body = { code, msg: 'On demand.', data: {} };
    for (const path of ['/v2/upscale', '/v2/progress']) {
      await steer(service, '/practice/faults', { path, kind: 'answer', body });
    }
    expectCode(await post(service, '/v2/upscale', upscaleBody(context.picture)), code);
    expectCode(await get(service, '/v2/progress', { task_id: context.upscaleTask }), code);
    expect(await taskIds()).toEqual(before);
  });
}

// The shape of the error body on /v3 endpoints and the status for each legacy code are not shown.
it('3. on /v3 endpoints: {code, reason, message} in JSON, of which nothing else is expected', async () => {
  const replies = [
    await post(service, '/v3/cleanup', {}),
    await get(service, '/v3/async/task-result', { task_id: 'nobody' }),
    await post(service, '/v3/openai/completions', { model: 'nobody', prompt: 'a' }),
    await get(service, '/openapi/v1/billing/bill/list', { cycleType: 'Year' }),
  ];
  for (const { status, json } of replies) {
    expect(numberAt(json, 'code')).toBe(status);
    expect(textAt(json, 'reason')).toMatch(/^[A-Z_]+$/u);
    expect(textAt(json, 'message')).not.toBe('');
  }
});

/** Returns the ids of all tasks of the service. */
async function taskIds(): Promise<readonly unknown[]> {
  return valuesAt(await steer(service, '/practice/state'), 'tasks[].id');
}

/** Expects an envelope with this code, whatever its HTTP status. */
function expectCode({ json, text }: Reply, code: number): void {
  expect(valueAt(json, 'code'), text.slice(0, 300)).toBe(code);
  expectField(json, ['msg', 'string']);
  expectField(json, ['data', 'object']);
  expect(textAt(json, 'msg')).not.toBe('');
}
