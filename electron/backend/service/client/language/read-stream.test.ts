import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DONE_FRAME,
  finishFrame,
  frame,
  readParts,
  textFrame,
  USAGE_FRAME,
} from './testing/streams.ts';

const WORDS = ['Grüße', ' aus', ' 東京', ' 👩🏽‍🎨', ' "quoted"', '\n\t\\', ' ok'];
function bytesOf(...frames: readonly string[]): Buffer {
  return Buffer.from(frames.join(''));
}

const ENDS = [finishFrame(), USAGE_FRAME, DONE_FRAME];
const WHOLE = bytesOf(...WORDS.map((word) => textFrame(word)), ...ENDS);

async function read(...frames: readonly string[]) {
  return readParts([bytesOf(...frames)]);
}

describe('a stream in any chunks', () => {
  it('reads the same in any chunks, even byte by byte', async () => {
    const expected = await readParts([WHOLE]);
    const cuts = fc.array(fc.nat(WHOLE.length), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(cuts, async (points) => {
        const sorted = [0, ...points.toSorted((a, b) => a - b), WHOLE.length];
        const parts = sorted.slice(1).map((end, index) => WHOLE.subarray(sorted[index], end));
        expect(await readParts(parts)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
    expect(await readParts([...WHOLE].map((byte) => Buffer.from([byte])))).toEqual(expected);
  });

  it('passes the first text on before everything after it is read', async () => {
    const pieces = Array.from({ length: 600 }, (_piece, index) => ` ${index}`);
    const received: string[] = [];
    let turns = 0;
    let turnsBefore = -1;
    await readParts(
      [bytesOf(...pieces.map((piece) => textFrame(piece)), finishFrame(), DONE_FRAME)],
      undefined,
      undefined,
      (text) => {
        if (received.length === 0) setImmediate(() => (turns += 1));
        if (received.length === 1) turnsBefore = turns;
        received.push(text);
      },
    );
    expect(received[0]).toMatch(/^ 0( \d){1,20}$/u);
    expect(turnsBefore).toBe(1);
    expect(received.at(-1)).toBe(pieces.join(''));
  });

  it('reads the same with every kind of line ending', async () => {
    const expected = await readParts([WHOLE]);
    for (const end of ['\r\n', '\r']) {
      const parts = [Buffer.from(WHOLE.toString('utf8').replaceAll('\n', end))];
      expect(await readParts(parts)).toEqual(expected);
    }
  });

  it('returns any text exactly, however similar frames look', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (words, isTwo) => {
        const frames = words.map((word, index) => textFrame(word, isTwo ? index % 2 : 0));
        const outcome = await read(...frames, finishFrame(), finishFrame('stop', 1), DONE_FRAME);
        const wanted = (choice: number) =>
          words.filter((_word, index) => !isTwo || index % 2 === choice).join('');
        expect(outcome.texts[0] ?? '').toBe(wanted(0));
        if (isTwo) expect(outcome.texts[1] ?? '').toBe(wanted(1));
      }),
    );
  });
});

describe('a stream with other content', () => {
  it('may have comments, other fields, empty frames and frames of several data lines', async () => {
    const json = JSON.stringify({ choices: [{ index: 0, text: 'one' }] });
    const cut = json.indexOf('"index"');
    const several = `event: message\nid: 7\ndata: ${json.slice(0, cut)}\ndata: ${json.slice(cut)}\n\n`;
    const others = [': keep-alive\n\n', 'data:\n\n'];
    const outcome = await read(...others, several, 'retry: 10\n\n', DONE_FRAME);
    expect(outcome).toMatchObject({ texts: ['one'], end: { by: 'marker' } });
  });

  it('may have a byte order mark, and an end marker without its empty line', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(textFrame('a'))]);
    const outcome = await readParts([body, Buffer.from('data: [DONE]')]);
    expect(outcome).toMatchObject({ texts: ['a'], end: { by: 'marker' } });
  });

  it('may have chat deltas, with alternatives for each token', async () => {
    const logprobs = {
      content: [{ token: 'hi', logprob: '-0.5', top_logprobs: [{ token: 'ho', logprob: -1 }] }],
    };
    const first = frame({ choices: [{ index: 0, delta: { role: 'assistant', content: null } }] });
    const chunk = frame({ choices: [{ index: 0, delta: { content: 'hi' }, logprobs }] });
    expect((await read(first, chunk, DONE_FRAME)).texts).toEqual(['hi']);
  });

  it('may be an answer that is not streamed although requested', async () => {
    const whole = JSON.stringify({ choices: [{ index: 0, text: 'at once' }], usage: null });
    const outcome = await readParts([Buffer.from(whole)], 'application/json');
    expect(outcome).toMatchObject({ texts: ['at once'], end: { by: 'whole' } });
  });
});

describe('the end of a stream', () => {
  it('is complete without the marker when every choice had ended', async () => {
    expect(await read(textFrame('a'), finishFrame())).toMatchObject({ end: { by: 'finish' } });
  });

  it('is an interruption without the marker when a choice had not ended, and keeps its text', async () => {
    const outcome = await read(textFrame('a'), textFrame('b', 1), finishFrame('stop', 1));
    expect(outcome).toMatchObject({ texts: ['a', 'b'], error: { kind: 'interrupted' } });
    expect(outcome.error?.details).toMatchObject({ outcome: 'unknown' });
    expect(await read('')).toMatchObject({ error: { kind: 'interrupted' } });
    const [a, b, end] = [textFrame('a'), textFrame('b', 1), finishFrame()];
    expect(await read(a, b, end, end)).toMatchObject({ error: { kind: 'interrupted' } });
  });

  it('is complete by the marker without usage', async () => {
    const outcome = await read(textFrame('a'), DONE_FRAME);
    expect(outcome).toMatchObject({ end: { by: 'marker' }, error: undefined });
    expect(outcome.others.filter(({ is }) => is === 'usage')).toEqual([]);
  });

  it('is not caused by fields that report success', async () => {
    const fillers = [
      ...['', null, {}].map((error) => ({ error })),
      ...[0, '200', 'success'].map((code) => ({ code, message: 'ok' })),
      { error: { code: '', message: '' }, reason: '' },
      { code: 20_000, msg: 'success' },
    ];
    for (const filler of fillers) {
      const all = ['One', ' two', ' three'].map((text) =>
        frame({ choices: [{ index: 0, delta: { content: text } }], ...filler }),
      );
      const usage = frame({ choices: [], usage: { prompt_tokens: 3 }, ...filler });
      const outcome = await read(...all, finishFrame(), usage, DONE_FRAME);
      const { texts, error } = outcome;
      expect([filler, texts, error]).toEqual([filler, ['One two three'], undefined]);
      const choices = [{ message: { content: 'Whole' } }];
      const whole = await read(JSON.stringify({ choices, ...filler }));
      expect([filler, whole.texts, whole.error]).toEqual([filler, ['Whole'], undefined]);
    }
  });

  it('keeps the text before an error of any form', async () => {
    const errors = [
      frame({ error: { message: 'The model is overloaded', code: 503 } }),
      frame({ error: 'overloaded' }),
      frame({ choices: [{ delta: {}, finish_reason: 'error', error: { message: 'upstream' } }] }),
      frame({ code: 500, message: 'overloaded' }),
      'event: error\ndata: {"type":"overloaded_error","message":"overloaded"}\n\n',
      'event: error\ndata: overloaded\n\n',
    ];
    for (const error of errors) {
      const outcome = await read(textFrame('Partial'), error, textFrame(' never'), DONE_FRAME);
      expect([error, outcome.texts]).toEqual([error, ['Partial']]);
      expect(outcome.error?.message, error).toBeDefined();
      expect(outcome.error?.message, error).not.toMatch(/data:|\{/u);
    }
    const { error } = await read(errors[0] ?? '');
    expect(error?.kind).toBe('service-failed');
    expect(JSON.stringify(error?.details)).toContain('overloaded');
    const word = frame({ message: 'queued', status: 'waiting' });
    expect(await read(word, textFrame('a'), DONE_FRAME)).toMatchObject({ texts: ['a'] });
  });

  it('reports a web page or another service in its place', async () => {
    const page = '<!doctype html><title>Sign in</title>';
    const { error } = await readParts([Buffer.from(page)], 'text/html');
    expect(error?.kind).toBe('not-the-service');
    const kindOf = async (body: string) => (await read(body)).error?.kind;
    expect(await kindOf(page)).toBe('not-the-service');
    expect(await kindOf('{"hello": "world"}')).toBe('bad-answer');
    expect(await kindOf('{"error": {"message": "No", "code": 401}}')).toBe('key-rejected');
  });

  it('shows a broken frame, without secrets, and reads on', async () => {
    const broken = `data: {"choices": [{"text": "x"} Bearer sk-abcdefgh12345678\n\n`;
    const escape = textFrame('x').replace('"x"', String.raw`"\q"`);
    const half = textFrame('x').replace('"x"', String.raw`"\u00"`);
    const outcome = await read(textFrame('a'), broken, textFrame('b'), escape, half, DONE_FRAME);
    expect(outcome).toMatchObject({ texts: ['ab'], end: { by: 'marker' } });
    const shown = outcome.others.filter(({ is }) => is === 'unreadable');
    expect(shown).toHaveLength(3);
    expect(JSON.stringify(shown)).toContain('choices');
    expect(JSON.stringify(shown)).not.toContain('abcdefgh12345678');
  });

  it('shows a line that is no event', async () => {
    const outcome = await read(textFrame('a'), 'Bad gateway\n\n', DONE_FRAME);
    expect(outcome.others).toContainEqual({ is: 'unreadable', excerpt: 'Bad gateway' });
  });

  it('gives up an endless frame before it fills the memory', async () => {
    const part = Buffer.alloc(1_000_000, 0x61);
    const endless = (function* () {
      yield bytesOf(textFrame('a'), 'data: ');
      for (;;) yield part;
    })();
    const outcome = await readParts(endless);
    expect(outcome).toMatchObject({ texts: ['a'], error: { kind: 'interrupted' } });
  });

  it('is an interruption that names the time when nothing arrives for too long', async () => {
    const parts = (async function* () {
      yield bytesOf(textFrame('a'));
      await sleep(60_000, undefined, { ref: false });
    })();
    const outcome = await readParts(parts, 'text/event-stream', 40);
    expect(outcome).toMatchObject({ texts: ['a'], error: { kind: 'interrupted' } });
    expect(outcome.error?.message).toContain('0 seconds');
  });
});
