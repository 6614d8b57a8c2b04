/** Tests wrong values in the answers of every operation, up to the window and over a restart. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../testing/backend-fixture.ts';
import { byDepth } from '../testing/depth.ts';
import { noisePng } from '../testing/pictures.ts';
import { wronged } from '../testing/wrong-values.ts';
import { startQuirkyServer } from './service/client/testing/quirky-server.ts';

const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);
const USAGE = {
  prompt_tokens: 30,
  completion_tokens: 4,
  total_tokens: 34,
  completion_tokens_details: { reasoning_tokens: 1 },
};
const MODEL = {
  title: 'A model',
  description: 'Writes.',
  created: 1_700_000_000,
  context_size: 4096,
  input_token_price_per_m: 1000,
  output_token_price_per_m: 2000,
};
const FACTS = { id: 'a-1', model: 'm', created: 1_700_000_000, usage: USAGE };

/** Good answers, by the beginning of their path. */
const GOOD: Readonly<Record<string, unknown>> = {
  '/v3/openai/models': {
    data: [
      { id: 'm', ...MODEL },
      { id: 'n', ...MODEL },
    ],
  },
  '/v3/openai/completions': {
    ...FACTS,
    choices: [
      {
        index: 0,
        text: 'word',
        finish_reason: 'stop',
        logprobs: { tokens: ['word'], token_logprobs: [-1], top_logprobs: [{ word: -1 }] },
      },
    ],
  },
  '/v3/openai/chat/completions': {
    ...FACTS,
    choices: [{ index: 0, delta: { content: 'word' }, finish_reason: 'stop' }],
  },
  '/v3/async/img2video': { task_id: 'v-1' },
  '/v3/async/task-result': {
    extra: { seed: '1' },
    task: {
      status: 'TASK_STATUS_PROCESSING',
      reason: '',
      eta: 10,
      progress_percent: 50,
    },
    images: [
      {
        image_url: '',
        image_url_ttl: '5',
        image_type: 'png',
        nsfw_detection_result: { valid: true, confidence: 5 },
      },
    ],
    videos: [{ video_url: '', video_url_ttl: '0', video_type: 'mp4' }],
  },
  '/v2/progress': {
    code: 0,
    msg: '',
    data: {
      status: 1,
      progress: 0.5,
      eta_relative: 5,
      failed_reason: '',
      imgs: [''],
      current_images: [''],
      debug_info: { finish_time_ms: 5, submit_time_ms: 5 },
    },
  },
  '/openapi/v1/billing/bill/list': {
    bills: [
      {
        userId: 'u',
        ownerID: 'o',
        productId: 'p',
        productName: 'Model',
        category: 'llm',
        billingMethod: 'Hour',
        startTime: String(NOW - DAY),
        endTime: String(NOW - 1),
        billNum0: '5',
        basePrice0: '3',
        pricePrecision: '10',
        amount: '12',
        amountDecimal: '12.5',
        voucherAmount: '0',
        payAmount: '12',
      },
    ],
  },
};

const PATHS = Object.keys(GOOD);
/** The longest beginning counts. */
const pathOf = (url: string) =>
  PATHS.filter((path) => url.startsWith(path)).sort((a, b) => b.length - a.length)[0] ?? '';

function goodAnswers(): Readonly<Record<string, string>> {
  return Object.fromEntries(PATHS.map((path) => [path, JSON.stringify(GOOD[path])]));
}

let answers = goodAnswers();
const server = await startQuirkyServer(async (request, response) => {
  const body = (await request.body).toString();
  const text = answers[pathOf(request.url ?? '')] ?? '{}';
  const isStream = body.includes('"stream":true');
  response.writeHead(200, {
    'content-type': isStream ? 'text/event-stream' : 'application/json',
  });
  response.end(isStream ? `data: ${text}\n\ndata: [DONE]\n\n` : text);
});
const fixture = await createBackendFixture({
  service: { baseUrl: server.baseUrl, key: 'k'.repeat(20) },
});
const connectionId = await fixture.connectAccount();
const { id: photoId } = await fixture.importPhoto(await noisePng(64, 48));

/** The value of a call; an error must be one of the program's own, and not `unexpected`. */
async function read<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'APP_ERROR',
      data: { kind: expect.not.stringMatching(/^unexpected$/u) },
    });
    return undefined;
  }
}

async function ended(runId: string): Promise<void> {
  for await (const { end } of await fixture
    .client()
    .language.follow({ runId, afterSequence: -1 })) {
    if (end === undefined) continue;
    expect(end.state).not.toBe('running');
    expect(end.error?.kind).not.toBe('unexpected');
    return;
  }
}

/** Every operation that asks the service, once. */
async function askAll(round: string): Promise<void> {
  const client = () => fixture.client();
  const list = await read(client().models.refresh({ connectionId }));
  expect(list?.error?.kind).not.toBe('unexpected');
  const completion = await read(
    client().language.start({
      kind: 'completion',
      model: 'm',
      prompt: 'p',
      maxTokens: 5,
      logprobs: 1,
    }),
  );
  if (completion !== undefined) await ended(completion.runId);
  const sent = await read(client().conversations.send({ text: 'Hello', begin: { model: 'm' } }));
  for (const { runId } of sent?.answers ?? []) await ended(runId);
  const before = server.seen.length;
  await client().jobs.watch({ taskId: `task-a-${round}`, family: 'task-result' });
  await client().jobs.watch({ taskId: `task-b-${round}`, family: 'progress' });
  await expect.poll(() => server.seen.length).toBeGreaterThanOrEqual(before + 2);
  const range = { start: NOW - (NOW % DAY) - DAY, end: NOW - (NOW % DAY) };
  const events = await fixture
    .client()
    .spend.read({ range, unit: 'day', categories: ['llm'], isForced: true });
  for await (const event of events) expect(JSON.stringify(event)).not.toContain('"unexpected"');
}

/** Everything that lists show, without the figures that the last round has changed. */
async function readAll(): Promise<void> {
  const client = fixture.client();
  const { answers: listed = [] } =
    (await read(client.language.answers({ show: 'all', limit: 500 }))) ?? {};
  const runs = (await read(client.language.list({ limit: 500 }))) ?? [];
  expect(listed.length).toBe(runs.length);
  expect(listed.filter(({ state }) => state === 'running')).toEqual([]);
  const jobs = (await read(client.jobs.list({ limit: 500 }))) ?? [];
  for (const { id, error } of jobs) {
    expect(error?.kind).not.toBe('unexpected');
    expect(await read(client.jobs.details({ jobId: id }))).toBeDefined();
  }
  const { entries = [] } = (await read(client.conversations.list({ limit: 50 }))) ?? {};
  for (const { id } of entries) {
    const path = await read(client.conversations.path({ conversationId: id, limit: 50 }));
    expect(path?.messages.length).toBe(2);
  }
  expect(await read(client.models.list())).toBeDefined();
  expect(
    await read(client.language.spent({ connectionId, day: Math.floor(Date.now() / 86_400_000) })),
  ).toBeDefined();
  expect(await read(client.activity.list({ limit: 200 }))).toBeDefined();
  expect((await read(client.photos.open({ photoId })))?.id).toBe(photoId);
}

it('drops only the wrong value in an answer, with no unexpected error', async () => {
  await askAll('good');
  await readAll();
  let round = 0;
  const every = fc.record(
    Object.fromEntries(PATHS.map((path) => [path, wronged(GOOD[path])])),
  ) as fc.Arbitrary<Readonly<Record<string, string>>>;
  await fc.assert(
    fc.asyncProperty(every, async (wrong) => {
      round += 1;
      answers = wrong;
      await askAll(String(round));
      if (round % 5 === 0) await fixture.restart();
      await readAll();
    }),
    { numRuns: byDepth(15, 150), endOnFailure: true },
  );
  await fixture.restart();
  await readAll();
  expect(fixture.logged.filter((line) => /^left out|unexpected/u.test(line))).toEqual([]);
}, 600_000);
