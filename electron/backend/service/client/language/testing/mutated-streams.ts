/** Streams gone wrong, by a seed: good ones cut, doubled, mixed and with foreign bytes in them. */
import { DONE_FRAME, finishFrame, frame, textFrame, USAGE_FRAME } from './streams.ts';

/** A stream and how it arrives. */
export interface MutatedStream {
  readonly bytes: Buffer;
  /** Where the parts end that it arrives in. */
  readonly cuts: readonly number[];
  readonly contentType: string;
}

const LOGPROBS = {
  content: [{ token: 'hi', logprob: -0.5, top_logprobs: [{ token: 'ho', logprob: '-1' }] }],
};
const WORDS = ['Grüße', ' aus', ' 東京', ' 👩🏽‍🎨', ' "quoted"', '\n\t\\', ' ok'];

/** Good streams of every shape. */
const GOOD: readonly string[] = [
  [...WORDS.map((word) => textFrame(word)), finishFrame(), USAGE_FRAME, DONE_FRAME].join(''),
  [
    frame({ choices: [{ index: 0, delta: { role: 'assistant', content: null } }] }),
    frame({ choices: [{ index: 0, delta: { content: 'hi' }, logprobs: LOGPROBS }] }),
    frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    DONE_FRAME,
  ].join(''),
  [textFrame('a'), textFrame('b', 1), textFrame('c'), finishFrame('stop', 1), DONE_FRAME].join(''),
  `: keep-alive\r\n\r\nevent: message\r\nid: 7\r\ndata: {"choices":\r\ndata: [{"text":"x"}]}\r\n\r\n${DONE_FRAME}`,
  textFrame('Partial') + frame({ error: { message: 'The model is overloaded', code: 503 } }),
  `${textFrame('Partial')}event: error\ndata: upstream gone\n\n`,
  JSON.stringify({ choices: [{ index: 0, text: 'at once' }], usage: null }),
  '<!doctype html><title>Sign in</title>',
];

/** Pieces that mean something to a reader. */
const PIECES: readonly (string | Buffer)[] = [
  'data:',
  'data: ',
  '\n\n',
  '\n',
  '\r',
  '\r\n\r\n',
  ': ping\n\n',
  'event: error\n',
  'event: \n',
  'id: \u0000\n',
  'retry: 99999999999\n',
  DONE_FRAME,
  '[DONE]',
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '{',
  '}',
  '[',
  ']',
  ',',
  'null',
  '-1',
  '1e999',
  '9007199254740993',
  '"__proto__":{"choices":[]},',
  '"constructor":null,',
  '"index":-1,',
  '"index":1000000000,',
  '"choices":{},',
  '"choices":null,',
  '"error":{"message":null},',
  '"code":"INVALID_API_KEY",',
  '"logprobs":{"content":[{}]},',
  '"usage":{"total_tokens":"x"},',
  '"finish_reason":{},',
  '<html>',
  Buffer.from([0xef, 0xbb, 0xbf]),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from([0xf0, 0x9f]),
  Buffer.alloc(3),
];
/** Seldom: each is long. */
const LONG: readonly string[] = [
  '['.repeat(60_000),
  '{"a":'.repeat(20_000),
  '\n'.repeat(100_000),
  'x'.repeat(200_000),
  'data: {}\n\n'.repeat(5000),
  'x\n'.repeat(600),
  '"\\"'.repeat(30_000),
];
const CONTENT_TYPES = ['text/event-stream', 'application/json', 'text/html', 'odd'] as const;

/** The stream of a number: always the same. */
export function mutatedStream(number: number): MutatedStream {
  const random = randomOf(number);
  const upTo = (most: number) => Math.floor(random() * most);
  const one = <Each>(list: readonly Each[]): Each => list[upTo(list.length)] as Each;
  let bytes: Buffer = Buffer.from(one(GOOD));
  const changes = 1 + upTo(6);
  for (let change = 0; change < changes; change++) {
    const [from, length] = [upTo(bytes.length + 1), upTo(40)];
    const [head, tail] = [bytes.subarray(0, from), bytes.subarray(from)];
    switch (upTo(8)) {
      case 0: // bits flipped
        if (from < bytes.length) bytes[from] = (bytes[from] ?? 0) ^ (1 << upTo(8));
        break;
      case 1: // bytes lost
        bytes = Buffer.concat([head, tail.subarray(length)]);
        break;
      case 2: // bytes doubled
        bytes = Buffer.concat([head, head.subarray(-length), tail]);
        break;
      case 3: // random bytes
        bytes = Buffer.concat([head, Buffer.from(Array.from({ length }, () => upTo(256))), tail]);
        break;
      case 4: // truncated
        bytes = Buffer.from(head);
        break;
      case 5: // another stream inserted
        bytes = Buffer.concat([head, Buffer.from(one(GOOD)), tail]);
        break;
      case 6:
        bytes = Buffer.concat([head, Buffer.from(upTo(12) === 0 ? one(LONG) : one(PIECES)), tail]);
        break;
      default:
        bytes = Buffer.concat([head, Buffer.from(one(PIECES)), tail]);
    }
  }
  const cuts = Array.from({ length: upTo(20) }, () => upTo(bytes.length + 1));
  return { bytes, cuts: cuts.toSorted((a, b) => a - b), contentType: one(CONTENT_TYPES) };
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
