import { expect, it } from 'vitest';
import { richText } from './rich.ts';

it.each([
  ['# A **b**', '<h1>A <strong>b</strong></h1>'],
  ['- one\n- two', '<ul><li><p>one</p></li><li><p>two</p></li></ul>'],
  ['3. three', '<ol start="3"><li><p>three</p></li></ol>'],
  ['a < b & "c"', '<p>a &lt; b &amp; &quot;c&quot;</p>'],
  ['[x](https://a.example/?q="1")', '<p><a href="https://a.example/?q=%221%22">x</a></p>'],
  [
    '| a |\n|---|\n| 1<br>2 |',
    '<table><thead><tr><th>a</th></tr></thead><tr><td>1<br>2</td></tr></table>',
  ],
  ['```html\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
  ['$x$ and\n\n---', '<p>$x$ and</p><hr>'],
])('converts Markdown to rich text: %j', (markdown, html) => {
  expect(richText(markdown)).toBe(html);
});

it('S15 rich text has no tag, script or address of the answer itself', () => {
  const html = richText(
    '<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![p](https://a.example/p.png) <img src=x onerror=y>',
  );
  expect(html).not.toMatch(/<(?!\/?p>)/u);
  expect(html).not.toContain('href');
});
