/**
 * Markdown as a tree of our own: elements of an allow-list, their texts, and nothing else. Tokens of
 * the parser go in; a component of the page is made of the tree by `dom.ts`.
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

/** Elements that hold others. */
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

/** Elements of their own, without others in them. */
export type LeafKind =
  | 'rule'
  | 'lineBreak'
  | 'codeBlock'
  | 'formula'
  | 'picture'
  | 'footnote'
  | 'checkbox';

/** An element. Attributes: the few words that each kind is made with, see {@link Attributes}. */
export interface MarkElement {
  readonly is: HolderKind | LeafKind;
  readonly attributes: Attributes;
  readonly children: readonly MarkNode[];
}

/** An element, or text. */
export type MarkNode = MarkElement | string;

/** Everything that an element may carry beside its children. */
export interface Attributes {
  /** Of a code block, a formula, a picture (its description), a footnote (its label). */
  readonly text?: string;
  /** Of a code block. */
  readonly language?: string;
  /** Of a link or a picture: as it is written, never followed without a question. */
  readonly address?: string;
  /** Of a list: its first number. */
  readonly start?: number;
  readonly isLoose?: boolean;
  readonly isDisplay?: boolean;
  readonly isChecked?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

const NONE: Attributes = {};

function element(
  is: MarkElement['is'],
  children: readonly MarkNode[] = [],
  attributes: Attributes = NONE,
): MarkElement {
  return { is, attributes, children };
}

type AnyToken = MarkedToken | MathToken | FootnoteToken | FootnoteTextToken | TaggedToken;

/** @returns `undefined` for a token that shows nothing, such as a definition */
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

/** The elements of several blocks. */
export function blockNodes(tokens: readonly Token[]): readonly MarkElement[] {
  return tokens.flatMap((token) => blockNode(token) ?? []);
}

/** A list of items that are ready. Whether it is loose is said once, so that items stay as they are. */
export function listNode(
  list: Pick<Tokens.List, 'ordered' | 'start' | 'loose'>,
  items: readonly MarkElement[],
): MarkElement {
  const attributes = { isLoose: list.loose };
  if (!list.ordered) return element('bullets', items, attributes);
  return element('numbers', items, { ...attributes, start: Number(list.start) });
}

/** Texts of an item are paragraphs, tight or not: looseness is known late, and only the list shows it. */
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

/** Inline tokens; neighbouring texts become one. */
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
