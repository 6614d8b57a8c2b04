/** Selected rows of a list of which only a part is loaded. Pure. */

/** A row by its id, and where it was last seen. */
export interface PlacedRow {
  readonly id: number;
  readonly index: number;
}

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Where the keyboard is; also the row whose details are shown. */
  readonly focus: PlacedRow | undefined;
  /** Where a range begins. */
  readonly anchor: PlacedRow | undefined;
}

export const NOTHING_SELECTED: Selection = {
  ids: new Set(),
  focus: undefined,
  anchor: undefined,
};

/** One row alone. */
export function only(row: PlacedRow): Selection {
  return { ids: new Set([row.id]), focus: row, anchor: row };
}

/** Adds a row, or takes it out. */
export function toggled({ ids }: Selection, row: PlacedRow): Selection {
  const next = new Set(ids);
  if (!next.delete(row.id)) next.add(row.id);
  return { ids: next, focus: row, anchor: row };
}

/** The rows between the anchor and this one. @param ids of that stretch */
export function ranged(selection: Selection, row: PlacedRow, ids: readonly number[]): Selection {
  return { ids: new Set([...ids, row.id]), focus: row, anchor: selection.anchor ?? row };
}
