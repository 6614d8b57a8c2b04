/**
 * Tests errors, keys, uploads, bills and models with a small server that behaves as services of
 * this kind do where the specification is silent. Answers are written by hand; tasks and pictures
 * are in `quirks.media.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { amountIn } from '../../../../shared/api/bill-money.ts';
import { splitBillRange } from '../../../../shared/api/bill-periods.ts';
import { REASONS } from '../../../../shared/api/error-reasons.ts';
import { createServiceClient } from './http-client.ts';
import { ask, byPath, json, SOURCE } from './testing/asked.ts';
import { failureOf } from './testing/client-bench.ts';
import { IMPATIENT_CLOCK } from './testing/impatient-clock.ts';
import { answering, startQuirkyServer, type Behaviour } from './testing/quirky-server.ts';

describe('errors of the service', () => {
  const fail = async (body: unknown, status: number) =>
    (await ask(json(body, status), (client) => failureOf(client.taskResult('t', { retry: false }))))
      .result;

  it('have three forms, with and without metadata', async () => {
    const reason = { code: 400, reason: 'INVALID_IMAGE_FORMAT', message: 'm' };
    expect(await fail({ ...reason, metadata: { field: 'x' } }, 400)).toMatchObject({
      kind: 'rejected',
      details: { reason: 'INVALID_IMAGE_FORMAT', metadata: '{"field":"x"}' },
    });
    expect((await fail({ ...reason, metadata: null }, 400)).details).not.toHaveProperty('metadata');
    const nested = { error: { message: 'm', code: 'NOT_ENOUGH_BALANCE' } };
    expect((await fail(nested, 400)).kind).toBe('no-credit');
    expect((await fail('no healthy upstream', 503)).kind).toBe('service-failed');
    expect((await fail('<html>', 400)).kind).toBe('not-the-service');
  });

  it('are classified by their reason, not by their status', async () => {
    for (const [reason, { kind }] of Object.entries(REASONS)) {
      for (const status of [400, 403, 500]) {
        expect((await fail({ code: status, reason, message: 'm' }, status)).kind).toBe(kind);
      }
    }
  });

  it('have a message for every known reason', () => {
    const seen = `INVALID_REQUEST_BODY IMAGE_FILE_EXCEEDS_MAX_SIZE INVALID_IMAGE_FORMAT
      IMAGE_EXCEEDS_MAX_RESOLUTION INVALID_IMAGE_SIZE IMAGE_NO_FACE_DETECTED ILLEGAL_IMAGE_CONTENT
      BILLING_BALANCE_NOT_ENOUGH NOT_ENOUGH_BALANCE BILLING_FAILED BILLING_AUTH_FAILED API_NOT_ALLOWED
      API_NOT_FOUND INVALID_API_KEY MISSING_API_KEY FAILED_TO_AUTH RATE_LIMIT_EXCEEDED
      TOKEN_LIMIT_EXCEEDED MODEL_NOT_FOUND SERVICE_NOT_AVAILABLE CREATE_TASK_FAILED TASK_NOT_FOUND
      GET_RESULT_FAILED TASK_FAILED LIST_BILL_TOO_FAST INVALID_PRODUCT_CATEGORY INVALID_BILL_CYCLE`;
    expect(Object.keys(REASONS).toSorted()).toEqual(seen.split(/\s+/u).toSorted());
  });

  it('about the key are 401 or 403, except for bills', async () => {
    for (const status of [401, 403]) {
      expect((await fail('', status)).kind).toBe('key-rejected');
      const bills = await ask(answering(status, ''), (client) =>
        failureOf(client.listBills({ cycle: 'Day', category: 'llm' })),
      );
      expect(bills.result.kind).toBe('not-permitted');
    }
  });
});

describe('the key of the service', () => {
  it('is checked for free by the models, or by a task that does not exist', async () => {
    const noTask = json({ code: 404, reason: 'TASK_NOT_FOUND' }, 404);
    const open = byPath({
      '/v3/openai/models': json({ data: [] }),
      '/v3/async/task-result': noTask,
    });
    const { result } = await ask(open, (client) => client.checkKey());
    expect(result.checkedBy).toBe('task-result');
    const refused = byPath({
      '/v3/openai/models': json({ data: [] }),
      '/v3/async/task-result': answering(401, ''),
    });
    const bad = await ask(refused, (client) => failureOf(client.checkKey()));
    expect(bad.result.kind).toBe('key-rejected');
  });

  it('can be pasted with and without Bearer', async () => {
    await using server = await startQuirkyServer(json({ data: [] }));
    for (const key of ['Bearer pasted-key-1', ' pasted-key-1 ']) {
      const options = { environment: {}, clock: IMPATIENT_CLOCK };
      const client = createServiceClient({ baseUrl: server.baseUrl, key }, options);
      await client.listModels();
      client.close();
    }
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer pasted-key-1',
      'Bearer pasted-key-1',
    ]);
  });
});

describe('training uploads', () => {
  it('request an address only when the file is ready, and send it at once', async () => {
    const order: string[] = [];
    const behaviour: Behaviour = async (request, response) => {
      order.push(`${request.method} ${new URL(request.url ?? '', 'http://h').pathname}`);
      await request.body;
      const upload_url = `http://${request.headers.host}/store?X-Amz-Expires=120`;
      const headers = { Host: { values: [request.headers.host] } };
      response.end(JSON.stringify({ assets_id: 'text-id', upload_url, method: 'PUT', headers }));
    };
    const { result, seen } = await ask(behaviour, (client) =>
      client.uploadTrainingImage({ file: SOURCE, extension: 'png' }),
    );
    expect(result).toEqual({ assetId: 'text-id' });
    expect(order).toEqual(['POST /v3/assets/training_dataset', 'PUT /store']);
    const hosts = seen[1]?.headers.host;
    expect(hosts).toMatch(/^127\.0\.0\.1:\d+$/u);
    expect(seen[1]?.headers).not.toHaveProperty('authorization');
    const wrong = { file: SOURCE, extension: 'webp' } as const;
    const none = await ask(behaviour, (client) => failureOf(client.uploadTrainingImage(wrong)));
    expect(none.seen).toHaveLength(0);
  });

  it('get one new address after AccessDenied or SignatureDoesNotMatch, then report', async () => {
    for (const code of ['AccessDenied', 'SignatureDoesNotMatch']) {
      const ticket: Behaviour = (request, response) => {
        const upload_url = `http://${request.headers.host}/store`;
        return json({ assets_id: 9, upload_url, headers: {} })(request, response);
      };
      const refused = answering(403, `<Error><Code>${code}</Code><Message>m</Message></Error>`);
      const behaviour = byPath({ '/v3/assets/training_dataset': ticket, '/store': refused });
      const { result, seen } = await ask(behaviour, (client) =>
        failureOf(client.uploadTrainingImage({ file: SOURCE, extension: 'png' })),
      );
      expect(result).toMatchObject({ kind: 'expired', details: { storageCode: code } });
      expect(seen.map((request) => request.method)).toEqual(['POST', 'PUT', 'POST', 'PUT']);
    }
  });
});

describe('bills of the service', () => {
  const read = async (body: unknown) =>
    (await ask(json(body), (client) => client.listBills({ cycle: 'Day', category: 'gen_api' })))
      .result;

  it('are integers in 1/10000 USD, as strings and sometimes as numbers', async () => {
    const rows = await read({
      bills: [{ amount: '12345', voucherAmount: 345, payAmount: '12000' }],
    });
    expect(rows[0]?.amount.whole?.value).toBe(12_345n);
    expect(rows[0]?.voucherAmount.whole?.value).toBe(345n);
    expect(rows[0]?.payAmount.whole?.value).toBe(12_000n);
  });

  it('have a divisor for prices, and a display amount that is ignored', async () => {
    const bill = { basePrice0: '3900', discountPrice0: '1950', pricePrecision: '1000000' };
    const rows = await read({ bills: [{ ...bill, payAmountDisplay: 'lots' }] });
    expect(rows[0]?.basePrices[0]).toEqual({
      amount: { value: 3900n, scale: 0 },
      precision: 1_000_000n,
    });
    expect(rows[0]?.discountPrices[0]?.amount.value).toBe(1950n);
    expect(rows[0]?.payAmount.whole).toBeUndefined();
  });

  it('count input and output of language models', async () => {
    const rows = await read({ bills: [{ category: 'llm', billNum0: '100', billNum1: 20 }] });
    expect(rows[0]?.quantities.map((quantity) => quantity?.value)).toEqual([100n, 20n]);
  });

  it('have Unix seconds, the last of which belongs to the row', async () => {
    const rows = await read({ bills: [{ startTime: '1795219200', endTime: '1795305599' }] });
    expect((rows[0]?.endTime ?? 0) - (rows[0]?.startTime ?? 0) + 1).toBe(86_400);
  });

  it('may have lost a fraction: decimals are preferred when they are sent', async () => {
    const rows = await read({ bills: [{ amount: '0', amountDecimal: '0.25' }, { amount: '0' }] });
    const amounts = rows.map(({ amount }) => amountIn(amount, 'units'));
    expect(amounts.map(({ exact, hasDecimals }) => [exact, hasDecimals])).toEqual([
      [{ value: 25n, scale: 2 }, true],
      [{ value: 0n, scale: 0 }, false],
    ]);
  });

  it('are requested in periods that the service accepts, one query each', async () => {
    const [first, second] = splitBillRange('Day', 0, 40 * 86_400);
    const { seen } = await ask(json({ bills: [] }), async (client) => {
      for (const period of [first, second]) {
        await client.listBills({ cycle: 'Day', category: 'gpu', ...period });
      }
    });
    expect(seen.map((request) => request.url)).toEqual([
      '/openapi/v1/billing/bill/list?cycleType=Day&productCategory=gpu&startTime=0&endTime=2678399',
      '/openapi/v1/billing/bill/list?cycleType=Day&productCategory=gpu&startTime=2678400&endTime=3455999',
    ]);
    const tooFast = '{"code":429,"reason":"LIST_BILL_TOO_FAST","message":"m"}';
    const behaviour = byPath({
      '/openapi/v1/billing/bill/list': [answering(429, tooFast), json({ bills: [] })],
    });
    const slowed = await ask(behaviour, (client) =>
      client.listBills({ cycle: 'Day', category: 'gpu' }),
    );
    expect(slowed.seen).toHaveLength(2);
  });

  it('may have unknown categories, or no list', async () => {
    expect((await read({ bills: [{ category: 'holograms' }] }))[0]?.category).toBe('holograms');
    expect(await read({ bills: null })).toEqual([]);
    expect(await read({})).toEqual([]);
  });
});

describe('models of the service', () => {
  it('cost 1/10000 USD per million tokens', async () => {
    const model = { id: 'm', input_token_price_per_m: 3900, output_token_price_per_m: '5900' };
    const { result } = await ask(json({ data: [model] }), (client) => client.listModels());
    expect(result[0]).toMatchObject({ inputPricePerMillion: 3900, outputPricePerMillion: 5900 });
  });
});
