/**
 * The text of a stream on its way to its parser. Where an event begins is known after each empty line;
 * from there on, whole events may be read without the parser.
 */

/** So much of one event is held back at most, characters; more of it goes to the parser as it comes. */
const MOST_HELD = 100_000;

const LINE_FEED = 0x0a;

export interface EventText {
  push(text: string): void;
  /** No more text comes: the last event may lack the empty line that ends it. */
  end(): void;
}

/**
 * @param parts.feed hands text to the parser
 * @param parts.skim reads events from a place where one begins; @returns where the last of them ends
 */
export function createEventText(parts: {
  readonly feed: (text: string) => void;
  readonly skim: (text: string, from: number) => number;
}): EventText {
  const { feed, skim } = parts;
  /** The beginning of an event; `undefined` while the parser has a part of it. */
  let held: string | undefined;

  /** Reads the complete events from a place where one begins. @returns where the last one ends */
  function read(text: string, from: number): number {
    let at = from;
    for (;;) {
      at = skim(text, at);
      while (text.charCodeAt(at) === LINE_FEED) at += 1; // empty lines between events mean nothing
      const end = endOfEvent(text, at);
      if (end === 0) return at;
      feed(text.slice(at, end));
      at = end;
    }
  }

  function hold(rest: string): void {
    held = rest;
    // lines that end by a carriage return have other empty lines, which only the parser sees
    if (rest.length <= MOST_HELD && !rest.includes('\r')) return;
    feed(rest);
    held = undefined;
  }

  return {
    push(text) {
      const end = endOfEvent(text, 0);
      if (held === undefined) {
        feed(end === 0 ? text : text.slice(0, end));
        if (end > 0) hold(text.slice(read(text, end)));
      } else if (end === 0) {
        const whole = held + text;
        hold(whole.slice(read(whole, 0)));
      } else {
        // joined with one event only: what arrives at once may be long
        read(held + text.slice(0, end), 0);
        hold(text.slice(read(text, end)));
      }
    },
    end() {
      feed(`${held ?? ''}\n\n`);
      held = undefined;
    },
  };
}

/** Behind the empty line that ends an event; 0: it is not complete. */
function endOfEvent(text: string, from: number): number {
  const at = text.indexOf('\n\n', from);
  return at < 0 ? 0 : at + 2;
}
