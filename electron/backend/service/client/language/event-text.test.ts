import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventText } from './event-text.ts';

/** An event that is read without the parser. */
const KNOWN = 'data: known\n\n';

const LINES = fc.constantFrom('data: known', 'data: other', 'data:', 'event: e', ': note', '', 'x');
const LINE_ENDS = fc.constantFrom('\n', '\n', '\n\n', '\r\n', '\r');

/** @returns the data of all events, in their order, and how many of them came around the parser */
function read(parts: readonly string[]): { readonly data: readonly string[]; skimmed: number } {
  const data: string[] = [];
  let skimmed = 0;
  const parser = createParser({ onEvent: (event) => data.push(event.data) });
  const text = createEventText({
    feed: (part) => parser.feed(part),
    skim(part, from) {
      let at = from;
      for (; part.startsWith(KNOWN, at); at += KNOWN.length) {
        data.push('known');
        skimmed += 1;
      }
      return at;
    },
  });
  for (const part of parts) text.push(part);
  text.end();
  return { data, skimmed };
}

it('yields the same events as the parser alone, for any lines in any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(LINES, LINE_ENDS), { maxLength: 30 }),
      fc.array(fc.nat(300), { maxLength: 8 }),
      (lines, cuts) => {
        const whole = lines.flat().join('');
        const alone: string[] = [];
        const parser = createParser({ onEvent: ({ data }) => alone.push(data) });
        parser.feed(`${whole}\n\n`);
        const sorted = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const parts = sorted.slice(1).map((end, index) => whole.slice(sorted[index], end));
        expect(read(parts).data).toEqual(alone);
      },
    ),
  );
});

it('bypasses the parser for known events, whether they arrive together or in pieces', () => {
  const text = `data: first\n\n${KNOWN.repeat(5)}`;
  expect(read([text])).toEqual({ data: ['first', ...Array(5).fill('known')], skimmed: 5 });
  expect(read(text.match(/[^]{1,7}/gu) ?? [])).toEqual({
    data: ['first', ...Array(5).fill('known')],
    skimmed: 5,
  });
});

it('reports an event at its empty line, even one that seems endless', () => {
  const data: string[] = [];
  const parser = createParser({ onEvent: (event) => data.push(event.data) });
  const text = createEventText({
    feed: (part) => parser.feed(part),
    skim: (_part, from) => from,
  });
  text.push('data: one\n\ndata: tw');
  expect(data).toEqual(['one']);
  text.push('o\r\n\r\n');
  expect(data).toEqual(['one', 'two']);
  text.push('data: three\n\ndata: ');
  for (let part = 0; part < 5; part++) text.push('long '.repeat(10_000));
  text.push('\n\ndata: five\n\n');
  expect(data.map(({ length }) => length)).toEqual([3, 3, 5, 250_000, 4]);
});
