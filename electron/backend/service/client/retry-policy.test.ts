import { describe, expect, it } from 'vitest';
import { AppError, type AppErrorKind } from '../../../../shared/errors/app-error.ts';
import { byteSourceOfBytes } from './http/byte-source.ts';
import {
  RETRY_POLICY,
  waitBeforeRetry,
  type ClientClock,
  type RetryNotice,
} from './retry-policy.ts';
import { failureOf, startClientBench } from './testing/client-bench.ts';
import { fakePng } from './testing/pictures.ts';
import { answering, type Behaviour } from './testing/quirky-server.ts';
import { UNREACHABLE_ADDRESS } from '../../../testing/unreachable-address.ts';

/** A clock whose sleeps are over at once, and noted. */
function notingClock() {
  const slept: number[] = [];
  const clock: Partial<ClientClock> = {
    random: () => 1 - Number.EPSILON,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return Promise.resolve();
    },
  };
  return { slept, clock };
}

/** Fails in these ways first, one after the other, then answers. */
function failingFirst(failures: readonly Behaviour[], then: Behaviour): Behaviour {
  const left = [...failures];
  return (request, response) => (left.shift() ?? then)(request, response);
}

const GOOD = answering(200, '{"data":[]}');
const VIDEO = {
  image: byteSourceOfBytes(fakePng(100)),
  imageSize: { width: 10, height: 10 },
  parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 1 },
} as const;

describe('a GET', () => {
  it('is repeated after a broken connection, a service failure and a request to slow down', async () => {
    const { slept, clock } = notingClock();
    const notices: RetryNotice[] = [];
    const failures: Behaviour[] = [
      (request) => void request.socket.destroy(),
      answering(503, 'x'),
      answering(429, '{}', { 'retry-after': '3' }),
    ];
    await using bench = await startClientBench(failingFirst(failures, GOOD), { clock });
    const onRetry = (notice: RetryNotice) => notices.push(notice);
    expect(await bench.client.listModels({ onRetry })).toEqual([]);
    expect(slept.map(Math.round)).toEqual([500, 1000, 3000]);
    expect(notices.map(({ attempt, error }) => [attempt, error.kind])).toEqual([
      [2, 'unreachable'],
      [3, 'service-failed'],
      [4, 'rate-limited'],
    ]);
  });

  it('ends after the last attempt, and at once when the service asks for too long a wait', async () => {
    await using failing = await startClientBench(answering(500, 'x'));
    const error = await failureOf(failing.client.listModels());
    expect(error).toMatchObject({ kind: 'service-failed', details: { attempts: 4 } });
    expect(failing.server.seen).toHaveLength(RETRY_POLICY.attempts);

    await using slow = await startClientBench(answering(429, '{}', { 'retry-after': '3600' }));
    const refusal = await failureOf(slow.client.listModels());
    expect(refusal).toMatchObject({ kind: 'rate-limited', details: { retryAfterSeconds: 3600 } });
    expect(slow.server.seen).toHaveLength(1);
  });

  it('is not repeated when that would change nothing, or when the caller declines', async () => {
    for (const [status, body] of [
      [400, '{"reason":"INVALID_REQUEST_BODY"}'],
      [200, '<html>'],
    ] as const) {
      await using bench = await startClientBench(answering(status, body));
      await failureOf(bench.client.listModels());
      expect(bench.server.seen).toHaveLength(1);
    }
    await using bench = await startClientBench(answering(500, 'x'));
    const error = await failureOf(bench.client.listModels({ retry: false }));
    expect(error.details).not.toHaveProperty('attempts');
    expect(bench.server.seen).toHaveLength(1);
    await failureOf(bench.client.checkKey());
    expect(bench.server.seen).toHaveLength(2);
  });

  it('can be stopped while it waits', async () => {
    const controller = new AbortController();
    const clock = { random: () => 0 };
    await using bench = await startClientBench(answering(500, 'x'), { clock });
    const onRetry = () => controller.abort();
    const error = await failureOf(bench.client.listModels({ signal: controller.signal, onRetry }));
    expect(error).toMatchObject({ kind: 'cancelled', details: { request: 'sent' } });
    expect(bench.server.seen).toHaveLength(1);
  });
});

describe('a POST', () => {
  it('is not repeated by itself', async () => {
    for (const status of [429, 500, 503]) {
      await using bench = await startClientBench(answering(status, '{}'));
      await failureOf(bench.client.submitVideo(VIDEO));
      expect(bench.server.seen, String(status)).toHaveLength(1);
    }
  });

  it('is repeated on request after 429, and after a connection that was never established', async () => {
    const limited = answering(429, '{"reason":"RATE_LIMIT_EXCEEDED"}');
    const good = answering(200, '{"task_id":"t"}');
    await using bench = await startClientBench(failingFirst([limited], good));
    expect(await bench.client.submitVideo(VIDEO, { retry: true })).toEqual({ taskId: 't' });

    let refusals = 0;
    const { createServiceClient } = await import('./http-client.ts');
    const { clock } = notingClock();
    const client = createServiceClient(
      { baseUrl: UNREACHABLE_ADDRESS, key: 'k-12345678' },
      { environment: {}, clock },
    );
    const onRetry = () => (refusals += 1);
    const error = await failureOf(client.submitVideo(VIDEO, { retry: true, onRetry }));
    expect(error.kind).toBe('unreachable');
    expect(refusals).toBe(RETRY_POLICY.attempts - 1);
    client.close();
  });

  it('is never repeated when its outcome is unknown', async () => {
    const failures: Behaviour[] = [
      answering(500, '{}'),
      answering(200, 'garbage'),
      async (request) => {
        await request.body;
        request.socket.destroy();
      },
    ];
    for (const failure of failures) {
      await using bench = await startClientBench(failure);
      await failureOf(bench.client.submitVideo(VIDEO, { retry: true }));
      expect(bench.server.seen).toHaveLength(1);
    }
  });
});

describe('the delay before the next attempt', () => {
  const error = (kind: AppErrorKind, details: Record<string, string | number> = {}) =>
    new AppError(kind, 'x', { details });

  it('doubles up to a limit, with jitter', () => {
    const waits = (random: number) =>
      [1, 2, 3].map((attempt) => waitBeforeRetry(error('unreachable'), 'GET', attempt, random));
    expect(waits(0)).toEqual([250, 500, 1000]);
    expect(waits(0.5)).toEqual([375, 750, 1500]);
    expect(waitBeforeRetry(error('unreachable'), 'GET', RETRY_POLICY.attempts, 0)).toBeUndefined();
  });

  it('is set only when another attempt can help', () => {
    const sent = { request: 'sent' };
    const unsent = { request: 'not sent' };
    const repeated = (
      kind: AppErrorKind,
      method: 'GET' | 'POST' | 'PUT',
      details: Record<string, string | number> = sent,
    ) => waitBeforeRetry(error(kind, details), method, 1, 0) !== undefined;
    expect(repeated('unreachable', 'POST', unsent)).toBe(true);
    expect(repeated('unreachable', 'POST')).toBe(false);
    expect(repeated('rate-limited', 'POST')).toBe(true);
    expect(repeated('outcome-unknown', 'POST')).toBe(false);
    expect(repeated('service-failed', 'POST')).toBe(false);
    expect(repeated('service-failed', 'GET')).toBe(true);
    expect(repeated('cancelled', 'GET')).toBe(false);
    for (const code of ['CERT_HAS_EXPIRED', 'ERR_PROXY_TUNNEL']) {
      expect(repeated('unreachable', 'GET', { ...unsent, error: code })).toBe(false);
    }
    for (const kind of ['unreachable', 'rate-limited', 'service-failed'] as const) {
      expect(repeated(kind, 'PUT', unsent)).toBe(false);
    }
  });
});
