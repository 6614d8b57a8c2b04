import { describe, expect, it } from 'vitest';
import { failureOf, startClientBench } from '../testing/client-bench.ts';
import { answering } from '../testing/quirky-server.ts';

describe('GET /openapi/v1/billing/bill/list', () => {
  it('asks once, as text, and keeps large numbers exact', async () => {
    const body = '{"bills":[{"category":"llm","amount":9007199254740993,"voucherAmount":"1"}]}';
    await using bench = await startClientBench(answering(200, body));
    const rows = await bench.client.listBills({
      cycle: 'Hour',
      category: 'llm',
      startTime: 3600,
      endTime: 7199,
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.amount.whole?.value).toBe(9_007_199_254_740_993n);
    expect(bench.server.seen.map((request) => request.url)).toEqual([
      '/openapi/v1/billing/bill/list?cycleType=Hour&productCategory=llm&startTime=3600&endTime=7199',
    ]);
  });

  it('reads 50,000 rows, and reports an answer that is too long', { tags: 'second' }, async () => {
    const row = `{"category":"gpu","productName":"${'Serverless '.repeat(40)}","amount":"1"}`;
    const answer = (rows: number) =>
      `{"bills":[${Array.from({ length: rows }, () => row).join()}]}`;
    await using long = await startClientBench(answering(200, answer(50_000)));
    const query = { cycle: 'Day', category: 'gpu' } as const;
    expect(await long.client.listBills(query)).toHaveLength(50_000);
    await using endless = await startClientBench(answering(200, answer(200_000)));
    const error = await failureOf(endless.client.listBills(query));
    expect(error.message).toContain('the answer is far too long');
  });

  it('does not treat a key without the billing role as a bad one', async () => {
    for (const [status, body] of [
      [401, ''],
      [403, '{"code":403,"reason":"BILLING_AUTH_FAILED","message":"no role"}'],
      [403, '{"code":403,"reason":"FAILED_TO_AUTH"}'],
    ] as const) {
      await using bench = await startClientBench(answering(status, body));
      const error = await failureOf(bench.client.listBills({ cycle: 'Day', category: 'gpu' }));
      expect(error).toMatchObject({ kind: 'not-permitted', action: 'open-settings' });
    }
  });

  it('makes no request that the service would refuse', async () => {
    await using bench = await startClientBench(answering(200, '{}'));
    const query = { cycle: 'Day', category: 'gpu', startTime: 0, endTime: 31 * 86_400 } as const;
    const error = await failureOf(bench.client.listBills(query));
    expect(error).toMatchObject({ kind: 'invalid-input', details: { request: 'not sent' } });
    expect(bench.server.connectionCount()).toBe(0);
  });
});
