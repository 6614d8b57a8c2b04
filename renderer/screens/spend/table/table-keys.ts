import { placeAfterKey } from '../../../features/rows/place-after-key.ts';

/** `at` has the keyboard; the range to `anchor` is selected. */
export interface TablePlace {
  readonly at: number;
  readonly anchor: number;
}

interface TableKey {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly isMod: boolean;
}

/** @param page lines in sight @returns `undefined` for a key that does not move */
export function movePlace(
  { at, anchor }: TablePlace,
  { key, shiftKey, isMod }: TableKey,
  count: number,
  page: number,
): TablePlace | undefined {
  if (count === 0) return undefined;
  if (isMod && key.toLowerCase() === 'a') return { anchor: 0, at: count - 1 };
  const place = placeAfterKey(key, at, count, page);
  if (place === undefined) return undefined;
  return { at: place, anchor: shiftKey ? Math.max(0, anchor) : place };
}

export function rangeOfPlace({ at, anchor }: TablePlace): {
  readonly first: number;
  readonly last: number;
} {
  return { first: Math.min(at, anchor), last: Math.max(at, anchor) };
}
