/**
 * Code fences that hold others of their length, as models write Markdown in Markdown: a fence with a
 * language inside begins one of its own, which CommonMark would take as text and end the outer one with its
 * end. And fences that are still open: their lines are not read again and again until their end has come.
 */
import type { Tokens } from 'marked';

const BEGIN = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/u;

/** A fence with a language that is not on the first line. */
const INNER = /\n {0,3}(?:`{3}|~{3})[`~]*[a-z{]/iu;

/** Most characters that are searched for the end of a fence that holds others. */
const FARTHEST = 50_000;

/** Tracks nested fences line by line. */
class FenceLines {
  /** Lengths of the fences that are open, the outermost first. */
  readonly #open: number[];
  readonly #mark: RegExp;
  /** An inner fence has ended, which CommonMark would take for the end of the outer one. */
  hasInnerEnd = false;

  constructor(fence: string) {
    this.#open = [fence.length];
    const [mark] = fence;
    this.#mark = new RegExp(
      `^ {0,3}(${mark}{${fence.length},})(?:([\`~]* *$)|[a-z{][^\`]*$)`,
      'iu',
    );
  }

  /** True for a line that ends the outermost fence. @param isNested fences inside count */
  wouldEnd(line: string, isNested: boolean): boolean {
    const [, , end] = this.#mark.exec(line) ?? [];
    return end !== undefined && (!isNested || this.#open.length === 1);
  }

  /** As {@link wouldEnd}, and goes on after the line. @returns true where the line ends the outermost fence */
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

/** @returns the code block at the start of the source, if it holds other fences and has its end */
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
 * The tokens of a source that grows: a fence that holds others and has not got its end is the last one.
 *
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

/** Reads a source that only grows, until {@link reset}. */
export class OpenFence {
  #begin: RegExpExecArray | undefined;
  #lines = new FenceLines('```');
  /** Where the first line begins that has not been looked at. */
  #from = 0;

  reset(): void {
    this.#begin = undefined;
    this.#from = 0;
  }

  /** @returns the code block if the source is one that has no end yet */
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
      // a line that is not complete may become another
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
