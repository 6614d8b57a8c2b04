/**
 * Parses a page of the guide. The parser for model answers allows neither pictures nor links to
 * pages, on purpose; these pages are Gesso's own.
 */
import { Lexer, type Token, type Tokens } from 'marked';

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly Inline[] }
  | { readonly kind: 'picture'; readonly file: string; readonly text: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

/** @throws for Markdown that the guide does not support */
export function readPage(markdown: string): readonly Block[] {
  return new Lexer().lex(markdown).flatMap(readBlock);
}

export function textOfInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => ('children' in inline ? textOfInlines(inline.children) : inline.text))
    .join('');
}

function readBlock(token: Token): readonly Block[] {
  const known = token as Tokens.Heading | Tokens.Paragraph | Tokens.List | Tokens.Table;
  switch (known.type) {
    case 'heading':
      return [{ kind: 'heading', level: known.depth, children: readInlines(known.tokens) }];
    case 'paragraph':
      return [{ kind: 'paragraph', children: readInlines(known.tokens) }];
    case 'list':
      return [
        {
          kind: 'list',
          isOrdered: known.ordered,
          items: known.items.map(({ tokens }) => readInlines(tokens)),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          rows: [known.header, ...known.rows].map((row) =>
            row.map(({ tokens }) => readInlines(tokens)),
          ),
        },
      ];
    default:
      if (token.type === 'space') return [];
      throw new Error(`The guide does not show “${token.type}”.`);
  }
}

function readInlines(tokens: readonly Token[]): readonly Inline[] {
  return tokens.flatMap(readInline);
}

function readInline(token: Token): readonly Inline[] {
  const known = token as
    | Tokens.Text
    | Tokens.Escape
    | Tokens.Codespan
    | Tokens.Strong
    | Tokens.Link
    | Tokens.Image;
  switch (known.type) {
    case 'text':
      return known.tokens === undefined
        ? [{ kind: 'text', text: known.text.replaceAll('\n', ' ') }]
        : readInlines(known.tokens);
    case 'escape':
      return [{ kind: 'text', text: known.text }];
    case 'codespan':
      return [{ kind: 'code', text: known.text }];
    case 'strong':
      return [{ kind: 'strong', children: readInlines(known.tokens) }];
    case 'link':
      return [{ kind: 'link', address: known.href, children: readInlines(known.tokens) }];
    case 'image':
      return [{ kind: 'picture', file: known.href, text: known.text }];
    default:
      throw new Error(`The guide does not show “${token.type}”.`);
  }
}
