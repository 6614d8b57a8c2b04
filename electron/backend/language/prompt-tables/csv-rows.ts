/**
 * The rows of a CSV text one after the other: linear whatever is in it, and no row holds more cells than
 * asked for. Papa Parse cannot be stopped within a row, and looks through the spaces before a delimiter once
 * for each quotation mark before them.
 */

/** A row that is not blank. */
export interface CsvRow {
  /** The first ones. */
  readonly cells: readonly string[];
  /** How many it has. */
  readonly count: number;
  /** A quotation mark is not closed, or closed in the middle of a cell. */
  readonly isMisquoted: boolean;
}

/**
 * @param delimiter one character
 * @param most cells of a row that are kept
 */
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
    while (text[at] === lineEnd) at += 1; // millions of them cost nothing
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

  /** @param from behind the mark that opens it @returns where its text ends, and the cell itself */
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
