/** The keys of the table. Pure. */

/** The lines in hand: `at` has the keyboard, the range to `anchor` is selected. */
export interface TablePlace {
  readonly at: number;
  readonly anchor: number;
}

/** A press of a key over the table. */
export interface TableKey {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly isMod: boolean;
}

/** @param page lines in sight @returns `undefined` for a key that does not move */
export function movedBy(
  { at, anchor }: TablePlace,
  { key, shiftKey, isMod }: TableKey,
  count: number,
  page: number,
): TablePlace | undefined {
  if (count === 0) return undefined;
  if (isMod && key.toLowerCase() === 'a') return { anchor: 0, at: count - 1 };
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  if (next === undefined) return undefined;
  const place = Math.min(count - 1, Math.max(0, next));
  return { at: place, anchor: shiftKey ? Math.max(0, anchor) : place };
}

/** First and last selected line. */
export function rangeOfPlace({ at, anchor }: TablePlace): {
  readonly first: number;
  readonly last: number;
} {
  return { first: Math.min(at, anchor), last: Math.max(at, anchor) };
}
