/** The strip's entries, and the selection of photos. Pure. */
import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';

/** A photo of the strip, or a file that is being taken in. */
export type StripEntry =
  | { readonly kind: 'photo'; readonly id: string; readonly photo: StripPhoto }
  | { readonly kind: 'incoming'; readonly id: string; readonly name: string };

/** A file that did not become a photo. */
export interface RefusedFile {
  readonly id: string;
  readonly name: string;
  readonly error: AppErrorData;
}

/** The selected photos, and where a range begins. The open photo is always one of them. */
export interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly anchorId: string | undefined;
}

export const NOTHING_CHOSEN: Choice = { chosen: new Set(), anchorId: undefined };

/**
 * Puts a photo into the strip: in the place of the file that it was, or at the end. A photo that is
 * there already (the same file a second time) stays where it is.
 *
 * @param inPlaceOf id of an incoming entry
 */
export function withPhoto(
  entries: readonly StripEntry[],
  photo: StripPhoto,
  inPlaceOf?: string,
): readonly StripEntry[] {
  const entry: StripEntry = { kind: 'photo', id: photo.id, photo };
  if (entries.some(({ id }) => id === photo.id)) {
    const rest = inPlaceOf === photo.id ? entries : without(entries, inPlaceOf);
    return rest.map((each) => (each.id === photo.id ? entry : each));
  }
  if (!entries.some(({ id }) => id === inPlaceOf)) return [...entries, entry];
  return entries.map((each) => (each.id === inPlaceOf ? entry : each));
}

export function without(
  entries: readonly StripEntry[],
  id: string | undefined,
): readonly StripEntry[] {
  return entries.filter((entry) => entry.id !== id);
}

/** Ids of the photos, in their order. */
export function photoIdsOf(entries: readonly StripEntry[]): readonly string[] {
  return entries.filter(({ kind }) => kind === 'photo').map(({ id }) => id);
}

/**
 * The photo `steps` places further; the first and the last one are the ends.
 *
 * @returns `undefined` when there is no other
 */
export function photoBeside(
  entries: readonly StripEntry[],
  id: string | undefined,
  steps: number,
): string | undefined {
  const ids = photoIdsOf(entries);
  const index = id === undefined ? -1 : ids.indexOf(id);
  if (index < 0) return steps > 0 ? ids[0] : ids.at(-1);
  const next = Math.min(ids.length - 1, Math.max(0, index + steps));
  return next === index ? undefined : ids[next];
}

/** The photo that takes the place of one that is closed: the next, else the one before. */
export function heirOf(entries: readonly StripEntry[], id: string): string | undefined {
  return photoBeside(entries, id, 1) ?? photoBeside(entries, id, -1);
}

/** One more photo, or one less; ranges begin here. */
export function toggled({ chosen }: Choice, id: string): Choice {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchorId: id };
}

/**
 * Everything from the anchor to this photo, in place of the former selection.
 *
 * @param from the anchor when there is none yet
 */
export function ranged(
  { anchorId }: Choice,
  entries: readonly StripEntry[],
  id: string,
  from: string | undefined,
): Choice {
  const ids = photoIdsOf(entries);
  const anchor = anchorId !== undefined && ids.includes(anchorId) ? anchorId : (from ?? id);
  const [start, end] = [ids.indexOf(anchor), ids.indexOf(id)].toSorted((a, b) => a - b);
  return { chosen: new Set(ids.slice(start, (end ?? 0) + 1)), anchorId: anchor };
}

/** The selection once this photo is open: as it was where the photo is part of it, else this one alone. */
export function openedIn(choice: Choice, id: string | undefined): Choice {
  if (id === undefined) return NOTHING_CHOSEN;
  return choice.chosen.has(id) ? choice : { chosen: new Set([id]), anchorId: id };
}

/** A selection with the open photo, which cannot be left out. */
export function withOpen(choice: Choice, id: string | undefined): Choice {
  if (id === undefined || choice.chosen.has(id)) return choice;
  return { ...choice, chosen: new Set([...choice.chosen, id]) };
}

export function allOf(entries: readonly StripEntry[]): Choice {
  const ids = photoIdsOf(entries);
  return { chosen: new Set(ids), anchorId: ids[0] };
}

/** A selection without the photos that are gone. */
export function remaining({ chosen, anchorId }: Choice, entries: readonly StripEntry[]): Choice {
  const ids = new Set(photoIdsOf(entries));
  return {
    chosen: new Set([...chosen].filter((id) => ids.has(id))),
    anchorId: anchorId !== undefined && ids.has(anchorId) ? anchorId : undefined,
  };
}
