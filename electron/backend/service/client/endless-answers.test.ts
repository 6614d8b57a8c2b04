/** Each of these calls would continue for minutes or forever; a test passes if it ends in time. */
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byteSourceOfBytes } from './http/byte-source.ts';
import type { ServiceClient } from './http-client.ts';
import { textFrame } from './language/testing/streams.ts';
import { failureOf, startClientBench } from './testing/client-bench.ts';
import { fakePng } from './testing/pictures.ts';
import type { Behaviour } from './testing/quirky-server.ts';

/** 200 MB of blanks. */
const BROTLI_BLANKS = Buffer.from(
  'z///fwAkQOKxQHLv//n//w+ABEAcFoDu/T////8BkACIwwLQvf/n//8/ABIAcVgAuvf//P//B0ACIA4LQPf+n////wBIAMRhAeje//P//x8ACYA4LADd+3/+//8DIAEQhwWge//P//9/ACQA4rAAdO//+f//D4AEQBwWgO79P////wGQAIjDAtC9/8//4HUAEgBxWAC6ues=',
  'base64',
);
const BLANKS = Buffer.alloc(20_000_000, 0x20);
const REQUEST = { model: 'm', prompt: 'Light' };

/** Sends the first part, then the other one for ever, as fast as it is taken. */
function endless(
  first: string,
  other: string,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  const many = Buffer.from(other.repeat(Math.ceil(65_536 / other.length)));
  return async (request, response) => {
    await request.body;
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    response.write(first);
    const goOn = () => {
      while (!response.destroyed && response.write(many));
    };
    response.on('drain', goOn);
    goOn();
  };
}

function packed(encoding: string, body: Buffer, status = 200): Behaviour {
  return async (request, response) => {
    await request.body;
    const headers = { 'content-type': 'text/event-stream', 'content-encoding': encoding };
    response.writeHead(status, headers).end(body);
  };
}

async function read(client: ServiceClient, signal?: AbortSignal) {
  let text = '';
  const error = await failureOf(
    client.streamCompletion(REQUEST, {
      signal,
      onEvents(events) {
        for (const event of events) if (event.is === 'text') text += event.text;
      },
    }),
  );
  return { text, error };
}

describe('a stream without text', () => {
  const bombs: Readonly<Record<string, Behaviour>> = {
    'blanks packed by br': packed('br', BROTLI_BLANKS),
    'blanks packed by zstd': packed('zstd', zstdCompressSync(BLANKS)),
    'line ends without end': endless('', '\n'),
    comments: endless('', ': ping\n\n'),
    'empty events': endless('', 'data:\n\n'),
    'events of another kind': endless('', 'event: ping\ndata: {"type":"ping"}\n\n'),
    'frames that are not JSON': endless('', 'data: {x\n\n'),
    'one event of many lines': endless('', 'data: x\n'),
    'one line': endless('data: ', 'x'),
    'a web page without end': endless('<!doctype html>', '<p>'),
  };
  const once = new Set(['blanks packed by br', 'comments', 'one line']);
  for (const [name, behaviour] of Object.entries(bombs)) {
    const tags = once.has(name) ? [] : ['second'];
    it(`ends, and says that it may have been charged: ${name}`, { tags }, async () => {
      const bench = await startClientBench(behaviour);
      const { error } = await read(bench.client);
      expect(error.kind).toBe('interrupted');
      expect(error.message).toMatch(/^The (?:service|answer) .*may have been charged\.$/u);
      await expect.poll(() => bench.server.openConnections()).toBe(0);
      expect(bench.server.seen).toHaveLength(1);
    });
  }

  it('keeps the text when it stops coming', async () => {
    for (const other of ['\n', 'data: {}\n\n']) {
      const bench = await startClientBench(endless(textFrame('Light'), other));
      const { text, error } = await read(bench.client);
      expect({ text, kind: error.kind }).toEqual({ text: 'Light', kind: 'interrupted' });
    }
  });

  it('ends even while only text arrives, once it is longer than any answer', async () => {
    const frames = zstdCompressSync(Buffer.from(textFrame('x'.repeat(100_000)).repeat(200)));
    const bench = await startClientBench(packed('zstd', frames));
    const { text, error } = await read(bench.client);
    expect(error.message).toContain('far too long');
    expect(text.length).toBeGreaterThan(4_000_000);
    expect(text.length).toBeLessThan(10_000_000);
  });

  it('is stopped by the user while frames without text arrive, and lets timers run', async () => {
    const bench = await startClientBench(
      endless('', 'data: {"choices":[{"index":0,"text":""}]}\n\n'),
    );
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (turns === 20) controller.abort();
    }, 1);
    const { error } = await read(bench.client, controller.signal);
    clearInterval(timer);
    expect(error.kind).toBe('cancelled');
    await expect.poll(() => bench.server.openConnections()).toBe(0);
  });

  it('mentions no charge in practice', async () => {
    const bench = await startClientBench(endless('', ': ping\n\n'), { isFree: true });
    expect((await read(bench.client)).error.message).not.toContain('charged');
  });
});

describe('other answers', () => {
  const image = byteSourceOfBytes(fakePng(60));
  const limits = { maxBytes: 1_000_000, accept: ['png'] } as const;
  type Call = (client: ServiceClient, place: { answerPath: string }) => Promise<unknown>;
  const calls: Readonly<Record<string, Call>> = {
    cleanup: (client, place) => client.cleanup({ image, mask: image, responseType: 'png' }, place),
    'a whole answer': (client) => client.complete(REQUEST),
    bills: (client) => client.listBills({ cycle: 'Day', category: 'gpu' }),
    'a download': (client, place) => client.download('/o', { ...place, ...limits }),
  };
  const opened = brotliCompressSync(Buffer.concat([Buffer.from('{"task":{"a":"'), BLANKS]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
  const once = new Set(['cleanup', 'a whole answer', 'a download']);
  for (const [name, call] of Object.entries(calls)) {
    const tags = once.has(name) ? [] : ['second'];
    it(`are read up to a limit: ${name}`, { tags }, async () => {
      for (const [status, body] of [
        [200, BROTLI_BLANKS],
        [200, opened],
        [500, opened],
      ] as const) {
        const bench = await startClientBench(packed('br', body, status));
        const client: ServiceClient = {
          ...bench.client,
          download: (path, options) =>
            bench.client.download(new URL(path, bench.server.baseUrl).href, options),
        };
        const error = await failureOf(call(client, { answerPath: join(bench.folder, 'answer') }));
        expect(error.kind).not.toBe('unexpected');
      }
    });
  }
});

describe('the timeouts in Settings', () => {
  /** Twenty bytes, then four of them now and then. */
  const dripping =
    (first: string, drop: string): Behaviour =>
    async (request, response) => {
      await request.body;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first);
      const timer = setInterval(() => response.write(drop), 5);
      response.once('close', () => clearInterval(timer));
    };

  it('end a chat that only pings, and keep its text', async () => {
    for (const ping of [': ping\n\n', 'event: ping\ndata: {"a":1}\n\n']) {
      const limits = () => ({ silence: 150 });
      const bench = await startClientBench(dripping(textFrame('Light'), ping), { limits });
      const { text, error } = await read(bench.client);
      expect({ text, kind: error.kind }).toEqual({ text: 'Light', kind: 'interrupted' });
      expect(error.message).toMatch(/^No part of the answer came for .*Settings.*charged\.$/u);
    }
  });

  it('do not end a chat that thinks: frames without text are a sign of life', async () => {
    let isOver = false;
    const bench = await startClientBench(
      async (request, response) => {
        await request.body;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let frame = 0; frame < 60; frame++) {
          response.write('data: {"choices":[{"index":0,"delta":{"reasoning_content":"…"}}]}\n\n');
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        isOver = true;
        response.end(`${textFrame('Light')}data: [DONE]\n\n`);
      },
      { limits: () => ({ silence: 400 }) },
    );
    const end = await bench.client.streamCompletion(REQUEST, { onEvents: () => undefined });
    expect({ end, isOver }).toEqual({ end: { by: 'marker' }, isOver: true });
  });

  it('end an answer of any kind that drips, and mention the charge', async () => {
    const limits = () => ({ whole: 200, silence: 60_000 });
    const stream = await startClientBench(dripping('', 'data'), { limits });
    const slow = await read(stream.client);
    const message = expect.stringMatching(/not complete after .*Settings.*charged\./u) as string;
    expect(slow.error).toMatchObject({ kind: 'interrupted', message });

    const text = await startClientBench(dripping('', textFrame('a')), { limits });
    const talking = await read(text.client);
    expect(talking.error).toMatchObject({ message });
    expect(talking.text).toMatch(/^a+$/u);

    for (const call of ['cleanup', 'complete'] as const) {
      const bench = await startClientBench(dripping('{"image_file":"', 'AAAA'), { limits });
      const image = byteSourceOfBytes(fakePng(60));
      const request = { image, mask: image, responseType: 'png' } as const;
      const answerPath = join(bench.folder, 'answer');
      const calls = {
        complete: () => bench.client.complete(REQUEST),
        cleanup: () => bench.client.cleanup(request, { answerPath }),
      };
      const error = await failureOf(calls[call]());
      expect(error.kind).toBe('bad-answer');
      expect(error.message).toMatch(/not complete after .*Settings.*charged/u);
    }
  });

  it('are read at the start of each call', async () => {
    let whole = 60_000;
    const bench = await startClientBench(dripping('{', ' '), { limits: () => ({ whole }) });
    whole = 100;
    expect((await failureOf(bench.client.complete(REQUEST))).message).toContain('0.1 seconds');
  });
});
