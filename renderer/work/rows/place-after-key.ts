/** Where a key goes in a list of rows, as in every file manager. Pure. */

/**
 * @param key as the browser names it
 * @param at place of the row with the keyboard; `undefined` for none
 * @param count rows of the whole list
 * @param page rows in sight
 * @returns a place in the list; `undefined` for another key, and in an empty list
 */
export function placeAfterKey(
  key: string,
  at: number | undefined,
  count: number,
  page: number,
): number | undefined {
  if (count === 0) return undefined;
  const from = at ?? -1;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + Math.max(1, page),
    PageUp: from - Math.max(1, page),
    Home: 0,
    End: count - 1,
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  return place === undefined ? undefined : Math.min(count - 1, Math.max(0, place));
}

/** True for a key that goes to another row. */
export function isPlaceKey(key: string): boolean {
  return placeAfterKey(key, undefined, 1, 1) !== undefined;
}

/** Rows in sight, one of them kept for the eye. Heights are CSS pixels. @param headHeight lies over rows */
export function pageOf(
  scroller: Pick<Element, 'clientHeight'> | null,
  rowHeight: number,
  headHeight = 0,
): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - headHeight) / rowHeight) - 1);
}
