import { hostOf, pictureWords } from './page/links.ts';
import { type MarkElement, type MarkNode, blockNodes } from './nodes.ts';
import { readBlocks } from './dialect.ts';

/** Parses a complete text at once. */
export function readWhole(text: string): readonly MarkElement[] {
  return blockNodes(readBlocks(text.replaceAll(/\r\n?/gu, '\n')).tokens);
}

/** The text of an answer without marks, with lists and tables as plain lines. */
export function plainText(markdown: string): string {
  return readWhole(markdown)
    .map((block) => blockText(block, ''))
    .join('\n\n');
}

function blockText(block: MarkElement, indent: string): string {
  const { is, attributes, children } = block;
  const inner = () => blocksOf(children).map((child) => blockText(child, indent));
  switch (is) {
    case 'bullets':
    case 'numbers': {
      const first = attributes.start ?? 1;
      return blocksOf(children)
        .map((item, index) => {
          const mark = is === 'numbers' ? `${first + index}. ` : '- ';
          const lines = blocksOf(item.children).map((child) => blockText(child, `${indent}  `));
          return `${indent}${mark}${lines.join('\n').trimStart()}`;
        })
        .join('\n');
    }
    case 'quote':
      return inner().join('\n');
    case 'codeBlock':
    case 'formula':
      return attributes.text ?? '';
    case 'table':
      return blocksOf(children)
        .flatMap((part) => (part.is === 'head' ? blocksOf(part.children) : [part]))
        .map((row) =>
          blocksOf(row.children)
            .map((cell) => inlineText(cell.children).replaceAll('\n', ' '))
            .join('\t'),
        )
        .join('\n');
    case 'rule':
      return '---';
    case 'footnoteText':
      return `[${attributes.text ?? ''}] ${inlineText(children)}`;
    default:
      return indent + inlineText(children);
  }
}

function blocksOf(children: readonly MarkNode[]): readonly MarkElement[] {
  return children.flatMap((child) => (typeof child === 'string' ? [] : [child]));
}

function inlineText(nodes: readonly MarkNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const { is, attributes, children } = node;
      if (is === 'lineBreak') return '\n';
      if (is === 'checkbox') return attributes.isChecked === true ? '[x] ' : '[ ] ';
      if (is === 'footnote') return `[${attributes.text ?? ''}]`;
      if (is === 'formula' || is === 'picture') return attributes.text ?? '';
      return inlineText(children);
    })
    .join('');
}

/** The text of the last code block, also within a list or quote. */
export function lastCodeIn(markdown: string): string | undefined {
  // most answers have no code, and need not be parsed
  if (!/`{3}|~{3}/u.test(markdown)) return undefined;
  return codeBlocksOf(readWhole(markdown)).at(-1);
}

function codeBlocksOf(nodes: readonly MarkNode[]): readonly string[] {
  return blocksOf(nodes).flatMap(({ is, attributes: { text = '' }, children }) =>
    is === 'codeBlock' ? [text] : codeBlocksOf(children),
  );
}

const INLINE: ReadonlySet<string> = new Set([
  'strong',
  'emphasis',
  'deleted',
  'subscript',
  'superscript',
  'key',
  'underlined',
  'marked',
  'code',
  'link',
]);

/**
 * The text of an answer as shown, for searching; a line for each block. Elements with `data-aside`
 * are left out: formulas and labels of footnotes.
 */
export function shownText(markdown: string): string {
  return readWhole(markdown).map(shownNode).join('');
}

function shownNode(node: MarkNode): string {
  if (typeof node === 'string') return node;
  const { is, attributes, children } = node;
  switch (is) {
    case 'picture':
      return `${pictureWords(attributes)} ${hostOf(attributes.address ?? '')}`;
    case 'checkbox':
      return attributes.isChecked === true ? '☑' : '☐';
    case 'codeBlock':
      return `\n${attributes.text ?? ''}`;
    case 'formula':
    case 'footnote':
    case 'lineBreak':
    case 'rule':
      return '\n';
    default:
      return (INLINE.has(is) ? '' : '\n') + children.map(shownNode).join('');
  }
}
