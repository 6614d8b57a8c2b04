import { describe, expect, it } from 'vitest';
import { plainText, shownText } from './plain.ts';
import { safeAddress } from './page/links.ts';
import type { MarkNode } from './nodes.ts';
import { BlockReader } from './block-reader.ts';
import { readWhole } from './whole.ts';

function kinds(nodes: readonly MarkNode[]): readonly string[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [node.is, ...kinds(node.children)],
  );
}

describe('the Markdown of answers', () => {
  it.each([
    ['prices are $19 and $39', 0],
    ['from $5 to 10$ each', 0],
    ['$x$ and $y_1 + 2$', 2],
    ['\\(a\\) and \\[b\\]', 2],
    ['text\n$$\na\n- b\n$$\nmore', 1],
    ['`$x$` and \\$x$', 0],
    ['$$\na\n\nb\n$$', 0],
  ])('%j has %i formulas', (text, count) => {
    expect(kinds(readWhole(text)).filter((kind) => kind === 'formula')).toHaveLength(count);
  });

  it('S15 has no element for a tag, and goes on after one that is never closed', () => {
    const blocks = readWhole('<div>\n<script>alert(1)</script>\n\n**still** _Markdown_ <b>x</b>');
    expect(kinds(blocks)).toEqual(['paragraph', 'paragraph', 'strong', 'emphasis']);
    expect(plainText('<b>x</b>')).toBe('<b>x</b>');
  });

  it('resolves a definition that comes last, in the blocks that name it alone', () => {
    const reader = new BlockReader();
    reader.append('See [the page][p].\n\nAnother.\n\nA third.\n\nA fourth.\n\n');
    const [first, second] = reader.read().settled;
    expect(kinds([first ?? ''])).toEqual(['paragraph']);
    reader.append('[p]: https://example.com\n\nMore.\n\nAnd more.\n\nEnd.\n\n');
    const { settled, changed } = reader.read();
    expect(changed).toEqual([0]);
    expect(kinds([settled[0] ?? ''])).toEqual(['paragraph', 'link']);
    expect(settled[1]).toBe(second);
  });

  it('takes marks that are nested thousands of times as text, and a word of 100,000 letters as one', () => {
    expect(plainText('*a '.repeat(20_000)).length).toBeGreaterThan(50_000);
    expect(plainText('x'.repeat(100_000))).toHaveLength(100_000);
  });

  it.each(['[', '![', '**_', '[a *b '])(
    'reads a paragraph of thousands of %j in pieces, the same while it comes, and the end of it',
    (mark) => {
      const text = `${mark.repeat(3000)} **end**`;
      expect(plainText(text)).toMatch(/ end$/u);
      if (!mark.includes('_')) expect(plainText(text)).toHaveLength(text.length - '****'.length);
      const reader = new BlockReader();
      for (let from = 0; from < text.length; from += 997) {
        reader.append(text.slice(from, from + 997));
        reader.read();
      }
      expect(reader.end().settled).toEqual(readWhole(text));
    },
  );

  it('S15 opens https and mail addresses alone', () => {
    expect(safeAddress('https://example.com/a')).toBe('https://example.com/a');
    expect(safeAddress('mailto:a@example.com')).toBe('mailto:a@example.com');
    for (const address of [
      'http://example.com',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'file:///etc/passwd',
      'smb://host/x',
      'data:text/html,x',
      '/relative',
      '//host/x',
    ]) {
      expect(safeAddress(address), address).toBeUndefined();
    }
  });

  it('becomes plain text with its lists and tables as lines', () => {
    expect(
      plainText('# A **b**\n\n- one\n  1. two\n- [x] three\n\n| a | b |\n|-|-|\n| 1 | 2 |'),
    ).toBe('A b\n\n- one\n  1. two\n- [x] three\n\na\tb\n1\t2');
  });

  it('has the words of the page for finding, and no mark or number that is not among them', () => {
    const markdown =
      'A **b**old[^1] $x$ ![far](https://example.com/x.png)\n\n1. [x] one\n\n```ts\ncode\n```\n\n[^1]: note';
    expect(shownText(markdown).split('\n').filter(Boolean)).toEqual([
      'A bold',
      ' ',
      ' Picture: far example.com',
      '☑one',
      'code',
      'note',
    ]);
  });
});
