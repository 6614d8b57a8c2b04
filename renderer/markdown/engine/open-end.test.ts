import { expect, it } from 'vitest';
import { BlockReader } from './block-reader.ts';
import type { MarkNode } from './nodes.ts';

/** A tree in one line, e.g. `paragraph(strong(a))`. */
function brief(node: MarkNode): string {
  if (typeof node === 'string') return node;
  const text = node.attributes.text ?? '';
  return `${node.is}(${text}${node.children.map(brief).join(',')})`;
}

/** The end of a text as it is shown while it is being written. */
function shown(text: string): string {
  const reader = new BlockReader();
  reader.append(text);
  const { fixed, open } = reader.read();
  return [...fixed, ...open].map(brief).join(' ');
}

it.each([
  ['a **bol', 'paragraph(a ,strong(bol))'],
  ['a *wor', 'paragraph(a ,emphasis(wor))'],
  ['a **', 'paragraph(a )'],
  ['a **bold ', 'paragraph(a ,strong(bold), )'],
  ['a **`code`', 'paragraph(a ,strong(code(code)))'],
  ['a *`code` and ', 'paragraph(a ,emphasis(code(code), and), )'],
  ['`cat a | grep b`', 'paragraph(code(cat a | grep b))'],
  ['`cat a | grep b` an', 'paragraph(code(cat a | grep b), an)'],
  ['- `a | b` an', 'bullets(item(paragraph(code(a | b), an)))'],
  ['1. one\n\n   ```py\n   x = 1', 'numbers(item(paragraph(one),codeBlock(x = 1)))'],
  ['- ```py\n  x = `1\n\n  y', 'bullets(item(codeBlock(x = `1\n\ny)))'],
  ['- ```py\n  x = 1\n  ``', 'bullets(item(codeBlock(x = 1)))'],
  ['- ```py\n  x = 1\n  ```\n  a **b', 'bullets(item(codeBlock(x = 1),paragraph(a ,strong(b))))'],
  ['> ```\n> x = 1', 'quote(codeBlock(x = 1))'],
  ['a `cod', 'paragraph(a ,code(cod))'],
  ['see [the page](https://exam', 'paragraph(see the page)'],
  ['see ![a cat](https://exam', 'paragraph(see )'],
  ['see [Foo](https://e.org/Foo_(bar', 'paragraph(see Foo)'],
  ['see [Foo](https://e.org/Foo_(bar)', 'paragraph(see Foo)'],
  ['see [[1]](https://exam', 'paragraph(see [1])'],
  ['see [![a cat](https://e.org/a.png)](https://exam', 'paragraph(see ,picture(a cat))'],
  ['so 2*(3+4) is', 'paragraph(so 2*(3+4) is)'],
  ['これは**「確', 'paragraph(これは,strong(「確))'],
  ['snake_case and 2 * 3', 'paragraph(snake_case and 2 * 3)'],
  ['costs $5 and $', 'paragraph(costs $5 and $)'],
  ['so $x_{i}$ and $a^{*}$ are', 'paragraph(so ,formula(x_{i}), and ,formula(a^{*}), are)'],
  ['so \\(x_{i}\\) is', 'paragraph(so ,formula(x_{i}), is)'],
  ['so $\\mathbf{A}_{ij}^{*} + b', 'paragraph(so $\\mathbf{A}_{ij}^{*} + b)'],
  ['$$\nx_{i}^{*}', 'paragraph($$\nx_{i}^{*})'],
  ['**see https://e.org/a** and', 'paragraph(strong(see ,link(https://e.org/a)), and)'],
  ['so _https://e.org/a_ and', 'paragraph(so ,emphasis(link(https://e.org/a)), and)'],
  ['see https://e.org/_foo', 'paragraph(see ,link(https://e.org/_foo))'],
  ['call foo_(x) and', 'paragraph(call foo_(x) and)'],
  ['so **bold $x_{i}$', 'paragraph(so ,strong(bold ,formula(x_{i})))'],
  ['a\n-', 'paragraph(a)'],
  ['- one\n-', 'bullets(item(paragraph(one)))'],
  ['text\n\n##', 'paragraph(text)'],
  ['```ts\nconst a = 1;\n``', 'codeBlock(const a = 1;)'],
  ['| a | b |\n|--', 'table(head(row(headCell(a),headCell(b))))'],
  ['| a | b', 'table(head(row(headCell(a),headCell(b))))'],
  ['a | b', 'paragraph(a | b)'],
])('the end of an answer that is being written shows %j as %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});
