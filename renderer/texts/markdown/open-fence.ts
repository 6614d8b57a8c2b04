/** A code fence that is still open: its lines are not read again and again until its end has come. */
import type { Token } from 'marked';

const BEGIN = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/u;

/** See the file comment. Reads a source that only grows, until {@link reset}. */
export class OpenFence {
  #begin: RegExpExecArray | undefined;
  /** Where the first line begins that has not been looked at. */
  #from = 0;

  reset(): void {
    this.#begin = undefined;
    this.#from = 0;
  }

  /** @returns the code block if the source is one that has no end yet */
  read(source: string): Token | undefined {
    if (this.#begin === undefined) {
      const begin = BEGIN.exec(source);
      if (begin === null) return undefined;
      this.#begin = begin;
      this.#from = begin[0].length;
    }
    const [all, indent = '', fence = '', info = ''] = this.#begin;
    const end = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[^\\n]*$`, 'u');
    for (;;) {
      const to = source.indexOf('\n', this.#from);
      const line = source.slice(this.#from, to < 0 ? source.length : to);
      if (end.test(line)) return undefined;
      if (to < 0) break;
      this.#from = to + 1;
    }
    const lines = source.slice(all.length);
    const text =
      indent === '' ? lines : lines.replaceAll(new RegExp(`^ {0,${indent.length}}`, 'gmu'), '');
    return { type: 'code', raw: source, lang: info.trim(), text };
  }
}
