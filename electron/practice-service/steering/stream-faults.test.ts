/** Faults of streamed answers, and odd forms of their events. */
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService, TEST_KEY } from '../test-support.ts';
import { CHAT_PATH, type Completion, COMPLETIONS_PATH, readEvents } from '../testing/language.ts';

const BODY = {
  model: 'practice/vellum-24b',
  prompt: '良い写真は',
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 20,
  seed: 2,
  logit_bias: { 256: -100 },
};

let service: Service;
/** The events of the stream when nothing goes wrong. */
let good: readonly string[];

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
  good = (await eventsWithout()).events;
});

afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
});

afterAll(async () => {
  await service.server.close();
});

interface Received {
  readonly events: readonly string[];
  /** The HTTP answer came to its end. */
  readonly isWhole: boolean;
}

async function receive(response: Response): Promise<Received> {
  const events: string[] = [];
  const copy = response.clone();
  const isWhole = await copy.arrayBuffer().then(
    () => true,
    () => false,
  );
  if (isWhole) events.push(...(await readEvents(response)));
  return { events, isWhole };
}

async function eventsWithout(): Promise<Received> {
  return receive(await service.post(COMPLETIONS_PATH, BODY));
}

/** The text of an answer without the parts that change from call to call. */
function steady(events: readonly string[]): readonly unknown[] {
  return events.map((data) => {
    if (data === '[DONE]') return data;
    const { choices, usage } = JSON.parse(data) as Completion;
    return { choices, usage };
  });
}

async function fault(fields: object): Promise<void> {
  const response = await service.post('/practice/faults', { path: COMPLETIONS_PATH, ...fields });
  expect(response.status).toBe(201);
}

/** The answer's bytes as they come, each piece of a chunked body for itself. */
function rawPieces(): Promise<readonly Buffer[]> {
  const text = JSON.stringify(BODY);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('end', () => resolve(chunksOf(Buffer.concat(parts))));
    socket.write(
      `POST ${COMPLETIONS_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${new URL(service.url).port}\r\n` +
        `Authorization: Bearer ${TEST_KEY}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  });
}

/** The pieces of a body in chunked coding (RFC 9112, section 7.1). */
function chunksOf(answer: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let at = answer.indexOf('\r\n\r\n') + 4;
  for (;;) {
    const end = answer.indexOf('\r\n', at);
    const size = Number.parseInt(answer.toString('latin1', at, end), 16);
    if (!(size > 0)) return pieces;
    pieces.push(answer.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** Bytes of a stream until it ends or is cut. */
async function readBytes(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      parts.push(part.value);
    }
    return { text: Buffer.concat(parts).toString('utf8'), isWhole: true };
  } catch {
    return { text: Buffer.concat(parts).toString('utf8'), isWhole: false };
  }
}

describe('faults of streams', () => {
  it('no-done ends the answer without [DONE]', async () => {
    await fault({ kind: 'no-done' });
    const { events, isWhole } = await eventsWithout();
    expect(isWhole).toBe(true);
    expect(steady(events)).toEqual(steady(good.slice(0, -1)));
    await fault({ kind: 'no-done', afterChunks: 3 });
    expect(steady((await eventsWithout()).events)).toEqual(steady(good.slice(0, 3)));
  });

  it('no-usage leaves the usage out', async () => {
    await fault({ kind: 'no-usage' });
    expect(steady((await eventsWithout()).events)).toEqual(
      steady([...good.slice(0, -2), '[DONE]']),
    );
  });

  it('error-frame sends an error in the middle, and ends or goes on', async () => {
    const frame = JSON.stringify({ error: { message: 'Overloaded.', code: 503 } });
    await fault({ kind: 'error-frame', afterChunks: 4, message: 'Overloaded.', code: 503 });
    const ended = await eventsWithout();
    expect(ended.isWhole).toBe(true);
    expect(ended.events[4]).toBe(frame);
    expect(ended.events).toHaveLength(5);
    await fault({ kind: 'error-frame', afterChunks: 4, goesOn: true });
    const { events } = await eventsWithout();
    expect(steady(events.toSpliced(4, 1))).toEqual(steady(good));
    expect(JSON.parse(events[4] ?? '')).toMatchObject({ error: { code: 500 } });
  });

  it('broken-frame sends half of an event and goes on', async () => {
    await fault({ kind: 'broken-frame', afterChunks: 2 });
    const { events } = await eventsWithout();
    expect(events).toHaveLength(good.length);
    expect(() => steady([events[2] ?? ''])).toThrow(SyntaxError);
    expect(steady(events.toSpliced(2, 1))).toEqual(steady(good.toSpliced(2, 1)));
  });

  it('stream-cut ends the connection after a number of events', async () => {
    await fault({ kind: 'stream-cut', afterChunks: 5 });
    const response = await service.post(COMPLETIONS_PATH, BODY);
    const { text, isWhole } = await readBytes(response);
    expect(isWhole).toBe(false);
    expect(text.split('\n\n')).toHaveLength(6);
    expect((await service.records()).at(-1)).toMatchObject({
      outcome: 'cut',
      fault: 'stream-cut',
      summary: { completionTokens: expect.any(Number) },
    });
  });

  it('cut ends the connection after a number of bytes', async () => {
    await fault({ kind: 'cut', afterBytes: 777 });
    const { text, isWhole } = await readBytes(await service.post(COMPLETIONS_PATH, BODY));
    expect(isWhole).toBe(false);
    // nothing but ASCII comes before the first character of the answer
    expect(Buffer.byteLength(text)).toBe(777);
  });

  it('stream-stall sends nothing more until the client goes away', async () => {
    await fault({ kind: 'stream-stall', afterChunks: 3 });
    const abort = new AbortController();
    const response = await service.post(COMPLETIONS_PATH, BODY, { signal: abort.signal });
    const reader = response.body?.getReader();
    let text = '';
    while (text.split('\n\n').length < 4) {
      const part = await reader?.read();
      text += Buffer.from(part?.value ?? new Uint8Array(0)).toString('utf8');
    }
    expect((await service.records()).at(-1)?.['outcome']).toBe('running');
    abort.abort();
    await expect
      .poll(async () => (await service.records()).at(-1)?.['outcome'])
      .toBe('client gone');
    expect(text.split('\n\n')).toHaveLength(4);
  });

  it('stream-stall goes on after a while', async () => {
    await fault({ kind: 'stream-stall', afterChunks: 3, stallMilliseconds: 50 });
    const begin = performance.now();
    expect(steady((await eventsWithout()).events)).toEqual(steady(good));
    expect(performance.now() - begin).toBeGreaterThanOrEqual(49);
  });

  it.each([
    { lineEnd: 'crlf' },
    { lineEnd: 'cr' },
    { comments: true },
    { dataLines: true },
    { lineEnd: 'crlf', comments: true, dataLines: true, writeBytes: 7 },
    { writeBytes: 1 },
  ])('stream-form %j changes the form alone', async (form) => {
    await fault({ kind: 'stream-form', ...form, times: 2 });
    expect(steady((await eventsWithout()).events)).toEqual(steady(good));
    const { text } = await readBytes(await service.post(COMPLETIONS_PATH, BODY));
    if ('lineEnd' in form) {
      expect(text.replaceAll(form.lineEnd === 'cr' ? '\r' : '\r\n', '')).not.toContain('\n');
    }
    if ('comments' in form) expect(text).toMatch(/^: still here/u);
    if ('dataLines' in form) expect(text.match(/^data: /gmu)?.length).toBeGreaterThan(100);
  });

  it('writeBytes splits the answer at every byte, also within characters', async () => {
    await fault({ kind: 'stream-form', writeBytes: 1 });
    const pieces = await rawPieces();
    const text = Buffer.concat(pieces).toString('utf8');
    expect(pieces).toHaveLength(Buffer.byteLength(text));
    expect(text).toMatch(/[\u3040-\u30ff]/u);
  });

  it('works with every form of any other fault', async () => {
    await fault({ kind: 'error-frame', afterChunks: 1, lineEnd: 'crlf', writeBytes: 5 });
    const { events } = await eventsWithout();
    expect(events).toHaveLength(2);
    expect(events[1]).toContain('"error"');
  });

  it('hits chats as well', async () => {
    await fault({ path: CHAT_PATH, kind: 'no-done', afterChunks: 2 });
    const response = await service.post(CHAT_PATH, {
      model: BODY.model,
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    });
    expect((await receive(response)).events).toHaveLength(2);
  });

  it('meets a stream that is shorter at its end', async () => {
    await fault({ kind: 'error-frame', afterChunks: 9_999, goesOn: true });
    const { events } = await eventsWithout();
    expect(events.map((event) => event.includes('"error"')).indexOf(true)).toBe(good.length - 2);
  });

  it('html and rate-limit stand in place of a stream, and the call is recorded', async () => {
    await fault({ kind: 'html' });
    const page = await service.post(COMPLETIONS_PATH, BODY);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/u);
    expect((await service.records()).at(-1)).toMatchObject({
      fault: 'html',
      summary: { model: BODY.model, stream: true, maxTokens: 20, seed: 2 },
    });
  });

  it('leaves answers that are not streamed alone', async () => {
    await fault({ kind: 'stream-cut' });
    const response = await service.post(COMPLETIONS_PATH, {
      ...BODY,
      stream: false,
      stream_options: null,
    });
    expect((await readJson(response))['object']).toBe('text_completion');
  });

  it.each([
    { kind: 'stream-cut', afterChunk: 1 },
    { kind: 'stream-form', lineEnd: 'lfcr' },
    { kind: 'stream-form', writeBytes: 0 },
    { kind: 'stream-stall', stallMilliseconds: -1 },
    { kind: 'stream-stop' },
  ])('refuses %j', async (fields) => {
    const response = await service.post('/practice/faults', { path: '*', ...fields });
    expect(response.status).toBe(400);
  });
});
