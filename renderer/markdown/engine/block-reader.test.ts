import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockReader } from './block-reader.ts';
import { readWhole } from './plain.ts';

/** Typical lines of answers, including incomplete marks. */
const LINES = [
  '',
  '',
  '',
  'Plain words and *more* of them',
  '# Heading',
  '## Two `code`',
  '- one',
  '- two **bold**',
  '* star',
  '  - nested',
  '    deeper',
  '1. first',
  '2. second',
  '   continued',
  '- [ ] open',
  '- [x] done',
  '+ plus',
  '> quoted',
  '> - list in it',
  '>',
  '```ts',
  '```md',
  '```',
  'H<sub>2</sub>O and <kbd>A',
  'one<br>two',
  '**「太字」**です',
  '10$-20$ and $5$',
  '~~~',
  'const x = 1;',
  '    indented',
  '---',
  '===',
  '***',
  '| a | b |',
  '|---|:-:|',
  '| 1 | 2 |',
  '| [half](http',
  '<div>',
  '</div>',
  '<script>alert(1)</script>',
  '<!-- x',
  '[x]: https://example.com',
  '[y]: <https://e.org> "t"',
  'see [x] and [text][y] and [z]',
  '![p][x]',
  '[z]: /z',
  '[^1]: a note',
  'word[^1] and [^2]',
  '$$',
  'x^2 + y_1',
  '\\[ a \\]',
  'costs $19 and $39',
  'so $a_b$ and \\(c\\)',
  'hard  ',
  'break\\',
  'a *b **c* d**',
  '`code',
  '&amp; &#65; &nope;',
  'https://example.com/x_y_z',
  '- ',
  '1.',
  '\\',
  'مرحبا بالعالم',
  '日本語の文',
  '😀 emoji',
  '\ttab',
  '[x',
  '](y)',
  '**',
  '_a_b_',
  '2. two',
  '10) ten',
  '- - -',
];
const source = fc
  .array(fc.constantFrom(...LINES), { minLength: 1, maxLength: Number(process.env['LINES'] ?? 24) })
  .chain((lines) => fc.constantFrom('\n', '\n', '\n', '\r\n').map((end) => lines.join(end)));

function streamed(pieces: readonly string[]) {
  const reader = new BlockReader();
  for (const piece of pieces) {
    reader.append(piece);
    reader.read();
  }
  return reader.end().fixed;
}

const LIST_LINES = [
  '- one',
  '- two',
  '- [x] done',
  '- a [x]',
  '  - nested',
  '  more',
  '',
  '1. one',
  '* other',
  '- ',
  '[x]: /y',
];
const list = fc
  .array(fc.constantFrom(...LIST_LINES, '- one', '- two', '- three'), {
    minLength: 14,
    maxLength: 60,
  })
  .map((lines) => lines.join('\n'));

describe('Markdown that is written incrementally', () => {
  it('ends as the same tree as the whole text parsed at once, in any chunks', () => {
    fc.assert(
      fc.property(
        fc.oneof({ arbitrary: source, weight: 4 }, list),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (text, lengths) => {
          const pieces: string[] = [];
          for (let from = 0; from < text.length;) {
            const { value = 1 } = lengths.next();
            pieces.push(text.slice(from, from + value));
            from += value;
          }
          expect(streamed(pieces)).toEqual(readWhole(text));
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 250) },
    );
  });

  it('reparses a paragraph from its own text when a definition comes after it', () => {
    const text = '<!-- x\n[x]: https://e.org\n\ttab\n- \n[x]: https://e.org\n';
    expect(streamed(text.split(''))).toEqual(readWhole(text));
  });
});
