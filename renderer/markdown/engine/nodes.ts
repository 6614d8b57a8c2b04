/**
 * Markdown as a tree of allowed elements and texts, built from tokens and rendered by `page/elements.ts`.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import {
  TAGGED,
  type FootnoteTextToken,
  type FootnoteToken,
  type MathToken,
  type TaggedToken,
} from './dialect.ts';
import { withCharacters } from './entities.ts';

export type HolderKind =
  | 'paragraph'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'item'
  | 'table'
  | 'head'
  | 'row'
  | 'headCell'
  | 'cell'
  | 'strong'
  | 'emphasis'
  | 'deleted'
  | 'subscript'
  | 'superscript'
  | 'key'
  | 'underlined'
  | 'marked'
  | 'code'
  | 'link'
  | 'footnoteText';

type LeafKind =
  | 'rule'
  | 'lineBreak'
  | 'codeBlock'
  | 'formula'
  | 'picture'
  | 'footnote'
  | 'checkbox';

/** Attributes are the few that each kind has, see {@link Attributes}. */
export interface MarkElement {
  readonly is: HolderKind | LeafKind;
  readonly attributes: Attributes;
  readonly children: readonly MarkNode[];
}

export type MarkNode = MarkElement | string;

/** Everything besides children. */
export interface Attributes {
  /** Of a code block or formula; the description of a picture; the label of a footnote. */
  readonly text?: string;
  readonly language?: string;
  /** Of a link or picture: as written, and never followed without a question. */
  readonly address?: string;
  /** The first number of a list. */
  readonly start?: number;
  readonly isLoose?: boolean;
  readonly isDisplay?: boolean;
  readonly isChecked?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

const NONE: Attributes = {};

type AnyToken = MarkedToken | MathToken | FootnoteToken | FootnoteTextToken | TaggedToken;

/** @returns `undefined` for a token without output, such as a definition */
export function blockNode(token: Token): MarkElement | undefined {
  const known = token as AnyToken;
  switch (known.type) {
    case 'paragraph':
    case 'text':
      return element('paragraph', inlineOf(known));
    case 'heading':
      return element(`heading${Math.min(4, known.depth) as 1 | 2 | 3 | 4}`, inlineOf(known));
    case 'blockquote':
      return element('quote', blockNodes(known.tokens));
    case 'list':
      return listNode(known, known.items.map(itemNode));
    case 'code':
      return element('codeBlock', [], {
        text: known.text.replace(/\n+$/u, ''),
        language: (known.lang ?? '').split(/[\s,{:]/u, 1)[0]?.toLowerCase() ?? '',
      });
    case 'table':
      return tableNode(known);
    case 'hr':
      return element('rule');
    case 'math':
      return element('formula', [], { text: known.text, isDisplay: true });
    case 'footnoteText':
      return element('footnoteText', inlineNodes(known.tokens), { text: known.label });
    case 'checkbox':
      return element('paragraph', inlineNodes([token]));
    case 'space':
    case 'def':
      return undefined;
    default:
      return known.raw.trim() === '' ? undefined : element('paragraph', [known.raw]);
  }
}

export function blockNodes(tokens: readonly Token[]): readonly MarkElement[] {
  return tokens.flatMap((token) => blockNode(token) ?? []);
}

/**
 * A list of finished items. Only the list says whether it is loose, so that items need not change.
 */
export function listNode(
  list: Pick<Tokens.List, 'ordered' | 'start' | 'loose'>,
  items: readonly MarkElement[],
): MarkElement {
  const attributes = { isLoose: list.loose };
  if (!list.ordered) return element('bullets', items, attributes);
  return element('numbers', items, { ...attributes, start: Number(list.start) });
}

/** Texts of an item are always paragraphs, as looseness is known late; only the list shows it. */
export function itemNode(item: Tokens.ListItem): MarkElement {
  const children: MarkElement[] = [];
  let checkbox: MarkElement | undefined;
  for (const token of item.tokens) {
    const node = blockNode(token);
    if (node === undefined) continue;
    const [first] = node.children;
    const isBox = token.type === 'checkbox';
    if (isBox && typeof first === 'object') checkbox = first;
    else if (checkbox !== undefined && node.is === 'paragraph') {
      children.push(element('paragraph', [checkbox, ...node.children]));
      checkbox = undefined;
    } else children.push(node);
  }
  if (checkbox !== undefined) children.unshift(element('paragraph', [checkbox]));
  return element('item', children);
}

function tableNode(table: Tokens.Table): MarkElement {
  const cell = (is: 'headCell' | 'cell') => (content: Tokens.TableCell, column: number) => {
    const align = table.align[column];
    return element(is, inlineNodes(content.tokens), align == null ? NONE : { align });
  };
  return element('table', [
    element('head', [element('row', table.header.map(cell('headCell')))]),
    ...table.rows.map((row) => element('row', row.map(cell('cell')))),
  ]);
}

function inlineOf(token: {
  readonly tokens?: Token[] | undefined;
  readonly raw: string;
  readonly text: string;
}) {
  return token.tokens === undefined ? [withCharacters(token.text)] : inlineNodes(token.tokens);
}

/** Inline tokens as nodes; adjacent texts are joined. */
function inlineNodes(tokens: readonly Token[]): readonly MarkNode[] {
  const nodes: MarkNode[] = [];
  for (const token of tokens) {
    for (const node of inlineNode(token)) {
      const last = nodes.at(-1);
      if (typeof node === 'string' && typeof last === 'string')
        nodes[nodes.length - 1] = last + node;
      else if (node !== '') nodes.push(node);
    }
  }
  return nodes;
}

function inlineNode(token: Token): readonly MarkNode[] {
  const known = token as AnyToken;
  switch (known.type) {
    case 'text':
      return known.tokens === undefined ? [withCharacters(known.text)] : inlineNodes(known.tokens);
    case 'escape':
      return [known.text];
    case 'strong':
      return [element('strong', inlineNodes(known.tokens))];
    case 'em':
      return [element('emphasis', inlineNodes(known.tokens))];
    case 'del':
      return [element('deleted', inlineNodes(known.tokens))];
    case 'tagged':
      return [element(TAGGED[known.tag], inlineNodes(known.tokens))];
    case 'codespan':
      return [element('code', [known.text])];
    case 'br':
      return [element('lineBreak')];
    case 'link':
      return [element('link', inlineNodes(known.tokens), { address: withCharacters(known.href) })];
    case 'image':
      return [
        element('picture', [], {
          text: withCharacters(known.text),
          address: withCharacters(known.href),
        }),
      ];
    case 'math':
      return [element('formula', [], { text: known.text, isDisplay: known.isDisplay })];
    case 'footnote':
      return [element('footnote', [], { text: known.label })];
    case 'checkbox':
      return [element('checkbox', [], { isChecked: known.checked })];
    default:
      return [withCharacters(known.raw)];
  }
}

function element(
  is: MarkElement['is'],
  children: readonly MarkNode[] = [],
  attributes: Attributes = NONE,
): MarkElement {
  return { is, attributes, children };
}
