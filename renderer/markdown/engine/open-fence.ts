/**
 * Nested code fences, as models write Markdown in Markdown: a fence with a language inside another
 * starts an inner one. CommonMark would take it as text, and its end as that of the outer fence.
 * Also keeps fences in progress from being parsed again and again.
 */
import type { Tokens } from 'marked';

const BEGIN = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/u;

/** A fence with a language, not on the first line. */
const INNER = /\n {0,3}(?:`{3}|~{3})[`~]*[a-z{]/iu;

/** Characters within which the end of a nested fence is searched. */
const FARTHEST = 50_000;

/** Tracks nested fences line by line. */
class FenceLines {
  /** Lengths of the open fences, outermost first. */
  readonly #open: number[];
  readonly #mark: RegExp;
  /** Whether an inner fence has ended, which CommonMark would take for the end of the outer one. */
  hasInnerEnd = false;

  constructor(fence: string) {
    this.#open = [fence.length];
    const [mark] = fence;
    this.#mark = new RegExp(
      `^ {0,3}(${mark}{${fence.length},})(?:([\`~]* *$)|[a-z{][^\`]*$)`,
      'iu',
    );
  }

  /** Whether a line would end the outermost fence. @param isNested whether inner fences count */
  wouldEnd(line: string, isNested: boolean): boolean {
    const [, , end] = this.#mark.exec(line) ?? [];
    return end !== undefined && (!isNested || this.#open.length === 1);
  }

  /** Processes a line. @returns whether it ends the outermost fence */
  take(line: string, isNested: boolean): boolean {
    if (this.wouldEnd(line, isNested)) return true;
    const [, marks, end] = this.#mark.exec(line) ?? [];
    if (marks === undefined || !isNested) return false;
    if (end === undefined) this.#open.push(marks.length);
    else if (marks.length >= (this.#open.at(-1) ?? 0)) {
      this.#open.pop();
      this.hasInnerEnd = true;
    }
    return false;
  }
}

/** @returns the code block at the start, if it contains fences and is complete */
export function nestedFence(source: string): Tokens.Code | undefined {
  const begin = BEGIN.exec(source);
  if (begin === null) return undefined;
  const lines = new FenceLines(begin[2] ?? '');
  for (let from = begin[0].length; from < source.length && from <= FARTHEST;) {
    const to = source.indexOf('\n', from);
    const line = source.slice(from, to < 0 ? source.length : to);
    if (lines.take(line, true)) {
      if (!lines.hasInnerEnd) return undefined;
      const raw = source.slice(0, from + line.length);
      return codeToken(
        begin,
        raw,
        source.slice(begin[0].length, Math.max(begin[0].length, from - 1)),
      );
    }
    if (to < 0) return undefined;
    from = to + 1;
  }
  return undefined;
}

/**
 * Tokens of a text in progress, in which an incomplete nested fence is the last one.
 * @param tokens of the whole source
 */
export function withOpenFence<Token extends { readonly type: string; readonly raw: string }>(
  source: string,
  tokens: readonly Token[],
): readonly (Token | Tokens.Code)[] {
  if (!INNER.test(source)) return tokens;
  let at = 0;
  for (const [index, { type, raw }] of tokens.entries()) {
    const rest = source.slice(at);
    if (type === 'code' && INNER.test(raw) && rest.length <= FARTHEST) {
      const open = nestedFence(raw) === undefined ? new OpenFence().read(rest) : undefined;
      if (open !== undefined) return [...tokens.slice(0, index), open];
    }
    at += raw.length;
  }
  return tokens;
}

/** Parses a source that only grows, until {@link reset}. */
export class OpenFence {
  #begin: RegExpExecArray | undefined;
  #lines = new FenceLines('```');
  /** The start of the first line not yet processed. */
  #from = 0;

  reset(): void {
    this.#begin = undefined;
    this.#from = 0;
  }

  /** @returns the code block if the source is one without an end */
  read(source: string): Tokens.Code | undefined {
    if (this.#begin === undefined) {
      const begin = BEGIN.exec(source);
      if (begin === null) return undefined;
      this.#begin = begin;
      this.#lines = new FenceLines(begin[2] ?? '');
      this.#from = begin[0].length;
    }
    for (;;) {
      const isNested = this.#from <= FARTHEST;
      if (!isNested && this.#lines.hasInnerEnd) return undefined;
      const to = source.indexOf('\n', this.#from);
      // an incomplete line may still change
      if (to < 0) {
        const line = source.slice(this.#from);
        return this.#lines.wouldEnd(line, isNested) ? undefined : this.#open(source);
      }
      if (this.#lines.take(source.slice(this.#from, to), isNested)) return undefined;
      this.#from = to + 1;
    }
  }

  #open(source: string): Tokens.Code | undefined {
    return this.#begin && codeToken(this.#begin, source, source.slice(this.#begin[0].length));
  }
}

function codeToken(
  [, indent = '', , info = '']: RegExpExecArray,
  raw: string,
  lines: string,
): Tokens.Code {
  const text =
    indent === '' ? lines : lines.replaceAll(new RegExp(`^ {0,${indent.length}}`, 'gmu'), '');
  return { type: 'code', raw, lang: info.trim(), text };
}
