import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { byteSourceOfBytes, type ByteSource } from './http/byte-source.ts';
import { wasNeverSent } from './http/network-errors.ts';
import {
  CANARY_KEY,
  createFaultBench,
  GOOD_ANSWER,
  startRawServer,
  type FaultBench,
} from './testing/fault-bench.ts';
import { fakePng } from './testing/pictures.ts';
import { answering, startQuirkyServer, type Behaviour } from './testing/quirky-server.ts';

let bench: FaultBench;

/** A server that resets the connection in place of an answer. */
const resetting: Behaviour = async (request) => {
  await request.body;
  request.socket.resetAndDestroy();
};
const saying = (text: string) => expect.stringContaining(text) as string;

beforeEach(() => {
  bench = createFaultBench();
});

describe('a network failure', () => {
  it('sent nothing when the connection was refused', async () => {
    const server = await startQuirkyServer(() => undefined);
    await server[Symbol.asyncDispose]();
    const error = await bench.failureOf(bench.connect(server.baseUrl));
    const details = { error: 'ECONNREFUSED', request: 'not sent' };
    expect(error).toMatchObject({ kind: 'unreachable', details });
    expect(wasNeverSent(error)).toBe(true);
  });

  it('S36 sent nothing when the TLS handshake failed', async () => {
    await using server = await startQuirkyServer(() => undefined);
    const error = await bench.failureOf(bench.connect(server.baseUrl.replace('http:', 'https:')));
    expect(error).toMatchObject({ kind: 'unreachable', message: saying('secure connection') });
    expect(wasNeverSent(error)).toBe(true);
    expect(server.seen).toEqual([]);
  });

  it('sent nothing when the TLS handshake did not end', async () => {
    await using server = await startRawServer(() => undefined);
    const error = await bench.failureOf(
      bench.connect(`https://127.0.0.1:${server.port}`, { connect: 60 }),
    );
    const message = saying('did not accept a connection within 0.1 seconds');
    expect(error).toMatchObject({ kind: 'unreachable', message });
    expect(wasNeverSent(error)).toBe(true);
  });

  it('has an unknown outcome when the connection breaks before the answer', async () => {
    const error = await bench.failureWith(resetting);
    expect(error).toMatchObject({ kind: 'outcome-unknown', message: saying('charged') });
    expect(wasNeverSent(error)).toBe(false);
  });

  it('mentions no charge in practice', async () => {
    const behaviours: readonly Behaviour[] = [
      resetting,
      answering(200, '{"image_file": "AAAA'),
      answering(500, '{"code": 500}'),
    ];
    for (const behaviour of behaviours) {
      await using server = await startQuirkyServer(behaviour);
      const failure = async (isFree: boolean) =>
        await bench.failureOf(bench.connect(server.baseUrl, {}, isFree));
      const paid = await failure(false);
      expect(paid.message).toContain('charged');
      const free = await failure(true);
      expect(free).toMatchObject({ kind: paid.kind, details: { outcome: 'unknown' } });
      expect(free.message).not.toContain('charged');
    }
  });

  it('is a bad answer when the answer breaks off', async () => {
    const error = await bench.failureWith(async (request, response) => {
      await request.body;
      response.writeHead(200, { 'content-length': String(GOOD_ANSWER.length) });
      response.write(GOOD_ANSWER.slice(0, 1500), () => request.socket.destroy());
    });
    expect(error).toMatchObject({ kind: 'bad-answer', details: { outcome: 'unknown' } });
  });

  it('distinguishes a picture that was sent in part from one sent completely', async () => {
    const image = byteSourceOfBytes(fakePng(20_000_000));
    await using server = await startQuirkyServer((request) => {
      request.once('data', () => request.socket.resetAndDestroy());
    });
    const error = await bench.failureOf(bench.connect(server.baseUrl), { image });
    expect(error).toMatchObject({ kind: 'outcome-unknown', message: saying('not fully sent') });
  });

  it('is recognised when the other side does not speak HTTP', async () => {
    await using server = await startRawServer((socket) => socket.end('SSH-2.0-hello\r\n\r\n'));
    const error = await bench.failureOf(bench.connect(`http://127.0.0.1:${server.port}`));
    expect(error.kind).toBe('not-the-service');
  });

  it('has a message for each timeout', async () => {
    const silent = await bench.failureWith(() => undefined, { answer: 60 });
    const noAnswer = saying('gave no answer within 0.1 seconds');
    expect(silent).toMatchObject({ kind: 'outcome-unknown', message: noAnswer });

    const stalled = await bench.failureWith(
      async (request, response) => {
        await request.body;
        response.writeHead(200).write(GOOD_ANSWER.slice(0, 100));
      },
      { idle: 60 },
    );
    expect(stalled).toMatchObject({ kind: 'bad-answer', message: saying('answer of 127.0.0.1') });

    const image = byteSourceOfBytes(fakePng(20_000_000));
    await using deaf = await startRawServer((socket) => void socket.pause());
    const client = bench.connect(`http://127.0.0.1:${deaf.port}`, { idle: 60 });
    const unsent = await bench.failureOf(client, { image });
    const message = saying('Sending to 127.0.0.1');
    expect(unsent).toMatchObject({ kind: 'outcome-unknown', message });
  });
});

describe('cancelling a call', () => {
  it('closes the socket while the service works', async () => {
    const controller = new AbortController();
    await using server = await startQuirkyServer(async (request) => {
      await request.body;
      controller.abort();
    });
    const { signal } = controller;
    const error = await bench.failureOf(bench.connect(server.baseUrl), { signal });
    expect(error).toMatchObject({ kind: 'cancelled', message: saying('may have been charged') });
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  it('closes the socket in the middle of the answer and leaves nothing', async () => {
    const controller = new AbortController();
    await using server = await startQuirkyServer(async (request, response) => {
      await request.body;
      response
        .writeHead(200)
        .write(GOOD_ANSWER.slice(0, 1000), () => setTimeout(() => controller.abort(), 20));
    });
    const { signal } = controller;
    const error = await bench.failureOf(bench.connect(server.baseUrl), { signal });
    expect(error.kind).toBe('cancelled');
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  it('sends nothing when it was cancelled before', async () => {
    await using server = await startQuirkyServer(() => undefined);
    const signal = AbortSignal.abort();
    const error = await bench.failureOf(bench.connect(server.baseUrl), { signal });
    expect(error.kind).toBe('cancelled');
    expect(wasNeverSent(error)).toBe(true);
    expect(server.connectionCount()).toBe(0);
  });
});

describe('a local failure', () => {
  it('says so when a file to send cannot be read', async () => {
    await using server = await startQuirkyServer(answering(200, GOOD_ANSWER));
    const image: ByteSource = {
      byteLength: 10,
      // eslint-disable-next-line require-yield
      async *open() {
        throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      },
    };
    const error = await bench.failureOf(bench.connect(server.baseUrl), { image });
    expect(error).toMatchObject({ kind: 'storage', details: { error: 'ENOENT' } });
    expect(server.seen).toEqual([]);
  });

  it('sends nothing when the folder for the answer is missing', async () => {
    await using server = await startQuirkyServer(answering(200, GOOD_ANSWER));
    const answerPath = join(bench.folder, 'missing', 'answer');
    const error = await bench.failureOf(bench.connect(server.baseUrl), { answerPath });
    expect(error.kind).toBe('storage');
    expect(wasNeverSent(error)).toBe(true);
    expect(server.connectionCount()).toBe(0);
  });

  it('holds an answer on a full disk until it is stopped, says so, and leaves nothing', async () => {
    await using server = await startQuirkyServer(answering(200, GOOD_ANSWER));
    // Writing to /dev/full fails as a full disk does.
    await symlink('/dev/full', join(bench.folder, 'answer.part'));
    const stop = new AbortController();
    const held: boolean[] = [];
    const error = await bench.failureOf(bench.connect(server.baseUrl), {
      signal: stop.signal,
      onHeld(isHeld) {
        held.push(isHeld);
        stop.abort();
      },
    });
    expect(held).toEqual([true]);
    const message = saying('the result is lost');
    expect(error).toMatchObject({ kind: 'disk-full', message, details: { outcome: 'unknown' } });
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  it('S22 logs one line for each call and none of its contents', async () => {
    await bench.failureWith(answering(500, CANARY_KEY));
    expect(bench.logged).toHaveLength(1);
    expect(bench.logged[0]).toMatch(/^service: POST \/v3\/cleanup 500 service-failed in \d+ ms$/u);
  });
});
