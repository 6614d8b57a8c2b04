/** An event begins after an empty line; whole events may be read without the parser. */

/** Characters of an incomplete event that are buffered; longer ones are streamed to the parser. */
const MOST_HELD = 100_000;

const LINE_FEED = 0x0a;

export type EventText = ReturnType<typeof createEventText>;

/** @param deps.skim @returns where the last event ends */
export function createEventText(deps: {
  readonly feed: (text: string) => void;
  readonly skim: (text: string, from: number) => number;
}) {
  const { feed, skim } = deps;
  let held: string | undefined;

  /** @returns where the last one ends */
  function read(text: string, from: number): number {
    let at = from;
    for (;;) {
      at = skim(text, at);
      while (text.charCodeAt(at) === LINE_FEED) at += 1; // Empty lines between events are ignored.
      const end = endOfEvent(text, at);
      if (end === 0) return at;
      feed(text.slice(at, end));
      at = end;
    }
  }

  function hold(rest: string): void {
    held = rest;
    // With carriage returns, empty lines differ, which only the parser handles.
    if (rest.length <= MOST_HELD && !rest.includes('\r')) return;
    feed(rest);
    held = undefined;
  }

  return {
    push(text: string): void {
      const end = endOfEvent(text, 0);
      if (held === undefined) {
        feed(end === 0 ? text : text.slice(0, end));
        if (end > 0) hold(text.slice(read(text, end)));
      } else if (end === 0) {
        const whole = held + text;
        hold(whole.slice(read(whole, 0)));
      } else {
        // Joined with one event only, because a chunk may be long.
        read(held + text.slice(0, end), 0);
        hold(text.slice(read(text, end)));
      }
    },
    end(): void {
      feed(`${held ?? ''}\n\n`);
      held = undefined;
    },
  };
}

/** Position after the event's empty line; 0 if incomplete. */
function endOfEvent(text: string, from: number): number {
  const at = text.indexOf('\n\n', from);
  return at < 0 ? 0 : at + 2;
}
