/** Reads damaged streams, the same each time. */
import { expect, it } from 'vitest';
import { byDepth } from '../../../../testing/depth.ts';
import { mutateText } from '../../../../testing/text-mutations.ts';
import {
  DONE_FRAME,
  finishFrame,
  frame,
  readParts,
  textFrame,
  USAGE_FRAME,
  type StreamOutcome,
} from './testing/streams.ts';

const LOGPROBS = {
  content: [{ token: 'hi', logprob: -0.5, top_logprobs: [{ token: 'ho', logprob: '-1' }] }],
};

/** Good streams of every shape. */
const GOOD: readonly string[] = [
  [textFrame('Grüße 東京 👩🏽‍🎨 "quoted"\n\t\\'), finishFrame(), USAGE_FRAME, DONE_FRAME].join(''),
  [
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
const CONTENT_TYPES = ['text/event-stream', 'application/json', 'text/html', 'odd'] as const;

/** Everything but unreadable lines: the parser shows one that is no event only when it comes as a whole. */
function facts({ texts, others, end, error }: StreamOutcome) {
  const known = others.filter(({ is }) => is !== 'unreadable');
  return { texts, known, end, kind: error?.kind, message: error?.message };
}

it('ends soon with a message after any damage to a stream, equal for any chunks', async () => {
  const kinds = new Set<string | undefined>();
  for (let seed = 0; seed < byDepth(300, 2000); seed++) {
    const bytes = mutateText(GOOD[seed % GOOD.length] ?? '', seed);
    const contentType = CONTENT_TYPES[Math.floor(seed / GOOD.length) % CONTENT_TYPES.length];
    const size = Math.ceil((bytes.length + 1) / (1 + (seed % 20)));
    const parts = Array.from({ length: 1 + (seed % 20) }, (_part, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const start = performance.now();
    const pieces = await readParts(parts, contentType);
    expect(performance.now() - start, `stream ${seed}`).toBeLessThan(10_000);
    expect(facts(pieces), `stream ${seed}`).toEqual(facts(await readParts([bytes], contentType)));
    expect(pieces.end === undefined, `stream ${seed}`).toBe(pieces.error !== undefined);
    kinds.add(pieces.error?.kind);
    if (pieces.error !== undefined) expect(pieces.error.message).toMatch(/^\S.*[.!?]$/su);
  }
  expect(kinds).not.toContain('unexpected');
  // the damage leaves some streams readable, and breaks others
  expect(kinds.size).toBeGreaterThan(3);
});
