/** Which rows are selected, and where the keyboard is. Pure. */
import { placeAfterKey } from '../../../work/rows/place-after-key.ts';
export interface Selection {
  /** Keys of rows. */
  readonly chosen: ReadonlySet<string>;
  /** Where the keyboard is; also the row whose details are shown. */
  readonly focus: string | undefined;
  /** Where a range begins. */
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = {
  chosen: new Set(),
  focus: undefined,
  anchor: undefined,
};

/** One row alone. */
export function only(key: string): Selection {
  return { chosen: new Set([key]), focus: key, anchor: key };
}

/** The rows from the anchor to this one. @param keys of all rows, in order */
export function rangeTo(selection: Selection, keys: readonly string[], key: string): Selection {
  const anchor = selection.anchor ?? key;
  const [a, b] = [keys.indexOf(anchor), keys.indexOf(key)];
  if (a < 0 || b < 0) return only(key);
  const chosen = new Set(keys.slice(Math.min(a, b), Math.max(a, b) + 1));
  return { chosen, focus: key, anchor };
}

/** Adds a row, or takes it out. */
export function toggled({ chosen }: Selection, key: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return { chosen: next, focus: key, anchor: key };
}

export function all(keys: readonly string[], { focus }: Selection): Selection {
  return { chosen: new Set(keys), focus: focus ?? keys[0], anchor: keys[0] };
}

/**
 * A step of the keyboard.
 *
 * @param by the key that was pressed
 * @param isRange with Shift: the range grows or shrinks
 * @param page rows in sight
 */
export function moved(
  selection: Selection,
  keys: readonly string[],
  by: string,
  isRange: boolean,
  page: number,
): Selection {
  const at = keys.indexOf(selection.focus ?? '');
  const place = placeAfterKey(by, at < 0 ? undefined : at, keys.length, page);
  const key = place === undefined ? undefined : keys[place];
  if (key === undefined) return selection;
  return isRange ? rangeTo(selection, keys, key) : only(key);
}

/** Without rows that are gone; the keyboard then goes to the row that took the place. */
export function kept(
  selection: Selection,
  keys: readonly string[],
  before: readonly string[],
): Selection {
  const there = new Set(keys);
  const { focus, anchor } = selection;
  if (
    focus === undefined ||
    (there.has(focus) && [...selection.chosen].every((key) => there.has(key)))
  ) {
    return selection;
  }
  if (!there.has(focus)) {
    const after = before.slice(before.indexOf(focus)).find((key) => there.has(key));
    const next = after ?? keys.at(-1);
    return next === undefined ? NOTHING_SELECTED : only(next);
  }
  const chosen = new Set([...selection.chosen].filter((key) => there.has(key)));
  return { chosen, focus, anchor: anchor !== undefined && there.has(anchor) ? anchor : focus };
}
