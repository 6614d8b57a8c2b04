/**
 * The selection of a list, as in file managers: a click starts again, Ctrl or Cmd adds or removes a
 * row, Shift selects a range. Long lists may be partly loaded.
 */

/** A row and its last known index. */
export interface RowPlace<Key> {
  readonly key: Key;
  readonly index: number;
}

export interface Selection<Key> {
  readonly keys: ReadonlySet<Key>;
  /** The focused row, whose details are shown. */
  readonly focus: RowPlace<Key> | undefined;
  /** The start of a range. */
  readonly anchor: RowPlace<Key> | undefined;
}

export const NOTHING_SELECTED: Selection<never> = {
  keys: new Set(),
  focus: undefined,
  anchor: undefined,
};

export function selectOnly<Key>(row: RowPlace<Key>): Selection<Key> {
  return { keys: new Set([row.key]), focus: row, anchor: row };
}

/** The selection, or the first row if nothing is selected. @param first key of that row */
export function shownOr<Key>(selection: Selection<Key>, first: Key | undefined): Selection<Key> {
  const isNothing = selection.keys.size === 0 && selection.focus === undefined;
  return isNothing && first !== undefined ? selectOnly({ key: first, index: 0 }) : selection;
}

export function toggle<Key>({ keys }: Selection<Key>, row: RowPlace<Key>): Selection<Key> {
  const next = new Set(keys);
  if (!next.delete(row.key)) next.add(row.key);
  return { keys: next, focus: row, anchor: row };
}

/**
 * Selects the rows between the anchor and this one.
 * @param keys of that range
 * @param isAdded keeps the previous selection
 */
export function extendTo<Key>(
  selection: Selection<Key>,
  row: RowPlace<Key>,
  keys: readonly Key[],
  isAdded: boolean,
): Selection<Key> {
  const before = isAdded ? selection.keys : [];
  return {
    keys: new Set([...before, ...keys, row.key]),
    focus: row,
    anchor: selection.anchor ?? row,
  };
}

/** @param keys of the whole list */
export function selectAll<Key>(keys: readonly Key[], { focus }: Selection<Key>): Selection<Key> {
  const [first] = keys;
  if (first === undefined) return NOTHING_SELECTED;
  const anchor = { key: first, index: 0 };
  return { keys: new Set(keys), focus: focus ?? anchor, anchor };
}

/** Removes rows that are gone; the focus moves to the row in the same place. */
export function kept<Key>(
  selection: Selection<Key>,
  keys: readonly Key[],
  before: readonly Key[],
): Selection<Key> {
  const there = new Set(keys);
  const { focus, anchor } = selection;
  if (focus === undefined) return selection;
  if (there.has(focus.key) && [...selection.keys].every((key) => there.has(key))) return selection;
  if (!there.has(focus.key)) {
    const after = before.slice(before.indexOf(focus.key)).find((key) => there.has(key));
    const next = after ?? keys.at(-1);
    return next === undefined
      ? NOTHING_SELECTED
      : selectOnly({ key: next, index: keys.indexOf(next) });
  }
  return {
    keys: new Set([...selection.keys].filter((key) => there.has(key))),
    focus,
    anchor: anchor !== undefined && there.has(anchor.key) ? anchor : focus,
  };
}
