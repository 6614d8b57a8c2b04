/** Papa Parse cannot stop within a row, and rescans spaces for every quotation mark. */

/** Not blank. */
interface CsvRow {
  readonly cells: readonly string[];
  readonly count: number;
  /** A quotation mark is unclosed, or closed in the middle of a cell. */
  readonly isMisquoted: boolean;
}

export function* csvRows(
  text: string,
  delimiter: string,
  most: number,
): Generator<CsvRow, void, void> {
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  const isEnd = (at: number): boolean =>
    at >= text.length || text[at] === delimiter || isLineEnd(at);
  const isLineEnd = (at: number): boolean =>
    text[at] === lineEnd || (text[at] === '\r' && text[at + 1] === lineEnd);

  for (let at = 0; at < text.length;) {
    while (text[at] === lineEnd) at += 1; // Millions of them are free.
    const cells: string[] = [];
    let count = 0;
    let isBlank = true;
    let isMisquoted = false;
    for (;;) {
      let from = at;
      let to: number;
      const isQuoted = text[at] === '"';
      if (isQuoted) {
        from += 1;
        const quoted = quotedCell(from);
        ({ to, end: at } = quoted);
        isMisquoted ||= quoted.isMisquoted;
      } else {
        while (!isEnd(at)) at += 1;
        to = at;
      }
      const cell = text.slice(from, to);
      count += 1;
      isBlank &&= cell.trim() === '';
      if (cells.length < most) cells.push(isQuoted ? cell.split('""').join('"') : cell);
      if (text[at] !== delimiter) break;
      at += 1;
    }
    at += text[at] === lineEnd ? 1 : 2;
    if (!isBlank) yield { cells, count, isMisquoted };
  }

  /** @param from after the opening mark @returns the end, and the cell */
  function quotedCell(from: number) {
    let isMisquoted = false;
    for (let at = from; ;) {
      const to = text.indexOf('"', at);
      if (to < 0) return { to: text.length, end: text.length, isMisquoted: true };
      let end = to + 1;
      if (text[end] === '"') {
        at = end + 1;
        continue;
      }
      while (text[end] === ' ') end += 1;
      if (isEnd(end)) return { to, end, isMisquoted };
      isMisquoted = true;
      at = to + 1;
    }
  }
}
