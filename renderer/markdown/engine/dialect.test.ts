import { describe, expect, it } from 'vitest';
import { plainText, readWhole, shownText } from './plain.ts';
import { safeAddress } from './page/links.ts';
import type { MarkNode } from './nodes.ts';
import { BlockReader } from './block-reader.ts';

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
    ['10$-20$ a month', 0],
    ['US$5-$6, 10$/20$, (10$) to (20$)', 0],
    ['$5$ and $3.14$ and $10,000$', 3],
    ['from $5 to $10, or $5 and 10$', 0],
    ['x$y$ is none, ($y$) is one', 1],
  ])('finds in %j this many formulas: %i', (text, count) => {
    expect(kinds(readWhole(text)).filter((kind) => kind === 'formula')).toHaveLength(count);
  });

  it('S15 has no element for an unlisted or extended tag, and continues after an unclosed one', () => {
    const blocks = readWhole(
      '<div>\n<script>alert(1)</script>\n\n**still** _Markdown_ <b onclick="x">x</b>',
    );
    expect(kinds(blocks)).toEqual(['paragraph', 'paragraph', 'strong', 'emphasis']);
    expect(plainText('<a href="x">x</a> <b class=y>z</b>')).toBe(
      '<a href="x">x</a> <b class=y>z</b>',
    );
  });

  it.each([
    ['H<sub>2</sub>O', ['subscript'], 'H2O'],
    ['10<sup>3</sup> m<SUP>2</SUP>', ['superscript', 'superscript'], '103 m2'],
    ['<kbd>Ctrl</kbd>+<kbd>Z</kbd>', ['key', 'key'], 'Ctrl+Z'],
    [
      'one<br>two<br/>three<br />four',
      ['lineBreak', 'lineBreak', 'lineBreak'],
      'one\ntwo\nthree\nfour',
    ],
    [
      '<b>a *b*</b> <u>c</u> <mark>d</mark> <del>e</del>',
      ['strong', 'emphasis', 'underlined', 'marked', 'deleted'],
      'a b c d e',
    ],
    ['**x<sub>i</sub>**', ['strong', 'subscript'], 'xi'],
    ['`<br>` and <sub>never closed', ['code'], '<br> and <sub>never closed'],
  ])('has elements for the tags that models write: %s', (text, right, plain) => {
    expect(kinds(readWhole(text)).filter((kind) => kind !== 'paragraph')).toEqual(right);
    expect(plainText(text)).toBe(plain);
  });

  it.each([
    ['**「確認」**してください', '「確認」'],
    ['これは**「確認」**です', '「確認」'],
    ['これは**"確認"**です', '"確認"'],
    ['请点击**“确认”**按钮', '“确认”'],
    ['**注意：**请先保存', '注意：'],
    ['**(1)**と**(2)**', '(1)|(2)'],
    ['価格は**100円（税込）**です', '100円（税込）'],
    ['한국어는 **"굵게"**로 씁니다', '"굵게"'],
    ['결과는 **확인(check)**입니다', '확인(check)'],
    ['**ファイル名。**次に', 'ファイル名。'],
    ['**100%**です', '100%'],
    ['a **b** c', 'b'],
    ['2 ** 3 ** 4', ''],
    ['**"quoted"** word', '"quoted"'],
    ['a**"b"**c', ''],
  ])('makes the right words bold next to Chinese, Japanese and Korean: %s', (text, right) => {
    const bold = (nodes: readonly MarkNode[]): readonly string[] =>
      nodes.flatMap((node) =>
        typeof node === 'string'
          ? []
          : node.is === 'strong'
            ? [node.children.filter((child) => typeof child === 'string').join('')]
            : bold(node.children),
      );
    expect(bold(readWhole(text)).join('|')).toBe(right);
  });

  it('keeps a nested fence of the same length inside its fence', () => {
    const inner = '# A\n\n```js\nrun();\n```\n\nB';
    const blocks = readWhole(`\`\`\`markdown\n${inner}\n\`\`\`\n\nafter`);
    expect(kinds(blocks)).toEqual(['codeBlock', 'paragraph']);
    expect(blocks[0]).toMatchObject({ attributes: { text: inner, language: 'markdown' } });
    const twice = readWhole('~~~md\n~~~js\na\n~~~\n~~~py\nb\n~~~\n~~~\nafter');
    expect(kinds(twice)).toEqual(['codeBlock', 'paragraph']);
  });

  it('ends a fence at its first end when a nested one begins and the outer one is never closed', () => {
    const blocks = readWhole('```python\na\n\n```js\nb\n```\n\ntext\n\n```sh\nls\n```\n\nend');
    expect(kinds(blocks)).toEqual(['codeBlock', 'paragraph', 'codeBlock', 'paragraph']);
  });

  it('resolves a trailing definition only in the blocks that name it', () => {
    const reader = new BlockReader();
    reader.append('See [the page][p].\n\nAnother.\n\nA third.\n\nA fourth.\n\n');
    const [first, second] = reader.read().fixed;
    expect(kinds([first ?? ''])).toEqual(['paragraph']);
    reader.append('[p]: https://example.com\n\nMore.\n\nAnd more.\n\nEnd.\n\n');
    const { fixed, changed } = reader.read();
    expect(changed).toEqual([0]);
    expect(kinds([fixed[0] ?? ''])).toEqual(['paragraph', 'link']);
    expect(fixed[1]).toBe(second);
  });

  it('treats marks nested thousands of times as text, and 100,000 letters as one word', () => {
    expect(plainText('*a '.repeat(20_000)).length).toBeGreaterThan(50_000);
    expect(plainText('x'.repeat(100_000))).toHaveLength(100_000);
  });

  it.each(['[', '![', '**_', '[a *b '])(
    'reads a paragraph of thousands of %j in pieces, equal while it streams and at its end',
    (mark) => {
      const text = `${mark.repeat(3000)} **end**`;
      expect(plainText(text)).toMatch(/ end$/u);
      if (!mark.includes('_')) expect(plainText(text)).toHaveLength(text.length - '****'.length);
      const reader = new BlockReader();
      for (let from = 0; from < text.length; from += 997) {
        reader.append(text.slice(from, from + 997));
        reader.read();
      }
      expect(reader.end().fixed).toEqual(readWhole(text));
    },
  );

  it('S15 opens https and mail addresses only', () => {
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
    // each row of a table is one line, also with line breaks in its cells
    expect(plainText('| a | b |\n|-|-|\n| one<br>two | three |')).toBe('a\tb\none two\tthree');
  });

  it('finds the words of the page, without marks or numbers that are not shown', () => {
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
