/**
 * Parses Markdown incrementally. Blocks that can no longer change are fixed: they are parsed
 * again only if they waited for a link definition. At the end, the blocks are exactly those of the
 * whole text parsed at once.
 */
import type { Token, Tokens } from 'marked';
import { linkLabel, readBlocks, readInline, type LinkRules } from './dialect.ts';
import { blockNode, itemNode, listNode, type MarkElement } from './nodes.ts';
import { completedEnd } from './open-end.ts';
import { OpenFence, withOpenFence } from './open-fence.ts';

const READING = {
  /** Blocks at the end that the next characters may still change. */
  unstable: 2,
  /** A list fixes its first items from this many on. */
  listItems: 12,
  /** Items at the end of such a list that may still change. */
  unstableItems: 3,
  /** Characters of a long text that are parsed at once, since each rule scans its whole source. */
  piece: 6_000,
} as const;

export interface ParseResult {
  /** Fixed blocks, the same objects from now on except for `changed`. */
  readonly fixed: readonly MarkElement[];
  /** Blocks at the end that may still change. */
  readonly open: readonly MarkElement[];
  /** Indices of fixed blocks that a later definition has replaced. */
  readonly changed: readonly number[];
}

/** A list whose first items are fixed. */
interface OpenList {
  readonly list: Tokens.List;
  readonly items: MarkElement[];
  raw: string;
  isLoose: boolean;
}

/** A token, or the lines of a list that was parsed in parts. */
type BlockSource = Token | { readonly type: 'list'; readonly raw: string };

export class BlockReader {
  readonly #fixed: MarkElement[] = [];
  readonly #links = Object.create(null) as LinkRules;
  /**
   * Indices of fixed blocks that may contain a link whose definition is still to come, by label.
   */
  readonly #unresolved = new Map<string, Set<number>>();
  /** The sources of these blocks. */
  readonly #sources = new Map<number, BlockSource>();
  #changed = new Set<number>();
  /** The text after the fixed blocks and the fixed items of an open list. */
  #tail = '';
  #openList: OpenList | undefined;
  readonly #fence = new OpenFence();
  #isReturnHeld = false;

  /** Adds text, which {@link read} parses. */
  append(text: string): void {
    for (let from = 0; from < text.length; from += READING.piece) {
      if (from > 0) this.#fix();
      this.#tail += this.#withoutReturns(text.slice(from, from + READING.piece));
    }
  }

  /** The blocks so far; incomplete marks at the end are completed. */
  read(): ParseResult {
    return this.#reading(this.#openNodes(this.#fix()));
  }

  /** Ends the text, which fixes all blocks. */
  end(): ParseResult {
    if (this.#isReturnHeld) this.#tail += '\n';
    this.#isReturnHeld = false;
    this.#fence.reset();
    const { tokens } = readBlocks(this.#tail, this.#links);
    this.#fixAll(tokens);
    this.#define(this.#tail);
    this.#tail = '';
    return this.#reading([]);
  }

  #reading(open: readonly MarkElement[]): ParseResult {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return { fixed: this.#fixed, open, changed };
  }

  /** Normalises line ends; half of a CRLF waits for the other half. */
  #withoutReturns(text: string): string {
    const whole = this.#isReturnHeld ? `\r${text}` : text;
    this.#isReturnHeld = whole.endsWith('\r');
    const ready = this.#isReturnHeld ? whole.slice(0, -1) : whole;
    return ready.includes('\r') ? ready.replaceAll(/\r\n?/gu, '\n') : ready;
  }

  /** Fixes as many blocks as possible. @returns the tokens after them */
  #fix(): readonly Token[] {
    const fence = this.#openList === undefined ? this.#fence.read(this.#tail) : undefined;
    if (fence !== undefined) return [fence];
    const tokens = withOpenFence(this.#tail, readBlocks(this.#tail, this.#links).tokens);
    const count = fixedCount(tokens);
    if (count === 0) return this.#fixItems(tokens);
    const length = lengthOf(tokens.slice(0, count));
    const source = this.#tail.slice(0, length);
    this.#tail = this.#tail.slice(length);
    this.#fence.reset();
    // definitions may still change, so nothing is fixed with them
    const { tokens: fixed } = this.#tail.includes(']:')
      ? readBlocks(source, this.#links)
      : { tokens };
    this.#fixAll(fixed.slice(0, count));
    this.#define(source);
    return this.#fix();
  }

  #fixAll(tokens: readonly Token[]): void {
    for (const [index, token] of tokens.entries()) {
      if (index === 0 && this.#openList !== undefined) this.#closeList(this.#openList, token);
      else this.#keep(blockNode(token), token);
    }
  }

  /** Adds the definitions of a fixed source, and parses blocks that waited for them again. */
  #define(source: string): void {
    if (!source.includes(']:')) return;
    const { links } = readBlocks(source, this.#links);
    for (const [label, link] of Object.entries(links)) {
      if (this.#links[label] !== undefined) continue;
      this.#links[label] = link;
      this.#resolve(label);
    }
  }

  #closeList(open: OpenList, token: Token): void {
    this.#openList = undefined;
    const { items, raw } = open;
    if (token.type === 'list') {
      const list = token as Tokens.List;
      const loose = open.isLoose || list.loose;
      this.#keep(listNode({ ...open.list, loose }, [...items, ...list.items.map(itemNode)]), {
        type: 'list',
        raw: raw + token.raw,
      });
    } else {
      this.#keep(listNode({ ...open.list, loose: open.isLoose }, items), { type: 'list', raw });
      this.#keep(blockNode(token), token);
    }
  }

  /** Fixes the first items of a list in progress. */
  #fixItems(tokens: readonly Token[]): readonly Token[] {
    const [first] = tokens;
    if (first?.type !== 'list') return tokens;
    const list = first as Tokens.List;
    const count = list.items.length - READING.unstableItems;
    if (list.items.length < READING.listItems) return tokens;
    const length = lengthOf(list.items.slice(0, count));
    const source = this.#tail.slice(0, length);
    const { tokens: alone } = this.#tail.includes(']:')
      ? readBlocks(source, this.#links)
      : { tokens };
    const fixed = alone[0]?.type === 'list' ? (alone[0] as Tokens.List).items.slice(0, count) : [];
    if (fixed.length < count) return tokens;
    this.#openList ??= { list, items: [], raw: '', isLoose: false };
    this.#openList.raw += source;
    this.#openList.isLoose ||= list.loose;
    this.#openList.items.push(...fixed.map(itemNode));
    this.#define(source);
    this.#tail = this.#tail.slice(length);
    return readBlocks(this.#tail, this.#links).tokens;
  }

  #keep(node: MarkElement | undefined, source: BlockSource): void {
    if (node === undefined) return;
    const index = this.#fixed.push(node) - 1;
    if (node.is === 'codeBlock') return;
    const labels = labelsIn(source.raw).filter((label) => this.#links[label] === undefined);
    if (labels.length === 0) return;
    this.#sources.set(index, source);
    for (const label of labels) {
      const places = this.#unresolved.get(label) ?? new Set();
      this.#unresolved.set(label, places.add(index));
    }
  }

  /** Parses blocks again that waited for a definition. */
  #resolve(label: string): void {
    const places = this.#unresolved.get(label);
    this.#unresolved.delete(label);
    for (const index of places ?? []) {
      const source = this.#sources.get(index);
      const node = source && readAgain(source, this.#links);
      if (node === undefined) continue;
      this.#fixed[index] = node;
      this.#changed.add(index);
    }
  }

  /** The nodes at the end, with the last block completed. */
  #openNodes(tokens: readonly Token[]): readonly MarkElement[] {
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const completed = [...tokens];
    const token = tokens[last];
    if (token !== undefined) {
      const end = tokens
        .slice(last)
        .map(({ raw }) => raw)
        .join('');
      const better = completedEnd(token.type, end);
      if (better !== undefined) {
        completed.splice(last, completed.length, ...readBlocks(better, this.#links).tokens);
      }
    }
    const [first] = completed;
    const open = this.#openList;
    if (open === undefined) return completed.flatMap((each) => blockNode(each) ?? []);
    const list = first?.type === 'list' ? (first as Tokens.List) : undefined;
    const loose = open.isLoose || list?.loose === true;
    return [
      listNode({ ...open.list, loose }, [...open.items, ...(list?.items ?? []).map(itemNode)]),
      ...completed.slice(list === undefined ? 0 : 1).flatMap((each) => blockNode(each) ?? []),
    ];
  }
}

/**
 * Parses a block with definitions that came after it. Paragraphs keep their text, since the parser
 * would treat white space differently without the text that follows.
 */
function readAgain(source: BlockSource, links: LinkRules): MarkElement | undefined {
  if (source.type === 'paragraph') {
    const paragraph = source as Tokens.Paragraph;
    return blockNode({ ...paragraph, tokens: readInline(paragraph.text, links) });
  }
  const { tokens } = readBlocks(source.raw, links);
  return tokens.map(blockNode).find((each) => each !== undefined);
}

/** The number of leading tokens that nothing can change any more. */
function fixedCount(tokens: readonly Token[]): number {
  const last = tokens.at(-1);
  // the opening line of a fence ends everything before it
  if (last !== undefined && isFence(last) && last.raw.includes('\n')) return tokens.length - 1;
  let blocks = 0;
  let index = tokens.length;
  while (index > 0 && blocks < READING.unstable) {
    index -= 1;
    if (tokens[index]?.type !== 'space') blocks += 1;
  }
  if (blocks < READING.unstable) return 0;
  // without a blank line between them, a block may change how the previous one is parsed
  while (index > 0 && tokens[index - 1]?.type !== 'space') index -= 1;
  return index;
}

function isFence(token: Token): boolean {
  return token.type === 'code' && (token as Tokens.Code).codeBlockStyle !== 'indented';
}

function lengthOf(tokens: readonly { readonly raw: string }[]): number {
  return tokens.reduce((sum, { raw }) => sum + raw.length, 0);
}

/** Everything between brackets, as labels. */
function labelsIn(raw: string): readonly string[] {
  if (!raw.includes('[')) return [];
  const found = raw.matchAll(/\[((?:\\.|[^[\]\\]){1,999})\]/gu);
  return [...new Set([...found].map(([, label = '']) => linkLabel(label)))];
}
