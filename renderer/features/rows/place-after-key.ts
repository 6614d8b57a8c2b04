/** The row that a key moves to, as in file managers. */

/**
 * @param key as in `KeyboardEvent.key`
 * @param at index of the focused row; `undefined` for none
 * @param count rows of the whole list
 * @param page visible rows
 * @param columns of a grid, whose cells count as rows
 * @returns an index; `undefined` for other keys, and in an empty list
 */
export function placeAfterKey(
  key: string,
  at: number | undefined,
  count: number,
  page: number,
  columns = 1,
): number | undefined {
  if (count === 0) return undefined;
  const from = at ?? -1;
  const aside: Readonly<Record<string, number>> =
    columns === 1 ? {} : { ArrowRight: from + 1, ArrowLeft: from - 1 };
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at === undefined ? 0 : below(at, count, columns),
    ArrowUp: from < columns && columns > 1 ? from : from - columns,
    PageDown: from + Math.max(1, page),
    PageUp: from - Math.max(1, page),
    Home: 0,
    End: count - 1,
    ...aside,
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  return place === undefined ? undefined : Math.min(count - 1, Math.max(0, place));
}

/** The cell below, or the last cell if the last row is too short. */
function below(at: number, count: number, columns: number): number {
  const isInLastRow = Math.floor(at / columns) === Math.floor((count - 1) / columns);
  return isInLastRow ? at : Math.min(count - 1, at + columns);
}

/** Whether the key moves to another row. */
export function isPlaceKey(key: string, columns = 1): boolean {
  return placeAfterKey(key, undefined, 1, 1, columns) !== undefined;
}

/**
 * Visible rows less one, so that a page keeps one of them in view. Heights are CSS pixels.
 * @param headHeight of a head that covers rows
 */
export function pageOf(
  scroller: Pick<Element, 'clientHeight'> | null,
  rowHeight: number,
  headHeight = 0,
): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - headHeight) / rowHeight) - 1);
}
