import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';

export type StripEntry =
  | { readonly kind: 'photo'; readonly id: string; readonly photo: StripPhoto }
  | { readonly kind: 'incoming'; readonly id: string; readonly name: string };

export interface RefusedFile {
  readonly id: string;
  readonly name: string;
  readonly error: AppErrorData;
}

/** The open photo is always selected. Ranges start at the anchor. */
export interface StripChoice {
  readonly chosen: ReadonlySet<string>;
  readonly anchorId: string | undefined;
}

export const NOTHING_CHOSEN: StripChoice = { chosen: new Set(), anchorId: undefined };

export interface StripState {
  readonly entries: readonly StripEntry[];
  readonly activeId: string | undefined;
  readonly choice: StripChoice;
  readonly refused: readonly RefusedFile[];
  readonly isRecentShown: boolean;
}

export const INITIAL_STRIP: StripState = {
  entries: [],
  activeId: undefined,
  choice: NOTHING_CHOSEN,
  refused: [],
  isRecentShown: false,
};

export function hasPhoto({ entries }: Pick<StripState, 'entries'>, id: string): boolean {
  return entries.some((entry) => entry.id === id && entry.kind === 'photo');
}

/**
 * Appends a photo or puts it in place of its file. A photo that is already there does not move.
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

export function photoIdsOf(entries: readonly StripEntry[]): readonly string[] {
  return entries.filter(({ kind }) => kind === 'photo').map(({ id }) => id);
}

/** Stops at both ends. @returns `undefined` if there is no other */
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

/** Returns the photo that replaces a closed one: the next, else the previous. */
export function nextSelection(entries: readonly StripEntry[], id: string): string | undefined {
  return photoBeside(entries, id, 1) ?? photoBeside(entries, id, -1);
}

/** Ranges start here afterwards. */
export function togglePhoto({ chosen }: StripChoice, id: string): StripChoice {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchorId: id };
}

/** Selects from the anchor to this photo. @param from used if there is no anchor */
export function extendToPhoto(
  { anchorId }: StripChoice,
  entries: readonly StripEntry[],
  id: string,
  from: string | undefined,
): StripChoice {
  const ids = photoIdsOf(entries);
  const anchor = anchorId !== undefined && ids.includes(anchorId) ? anchorId : (from ?? id);
  const [start, end] = [ids.indexOf(anchor), ids.indexOf(id)].toSorted((a, b) => a - b);
  return { chosen: new Set(ids.slice(start, (end ?? 0) + 1)), anchorId: anchor };
}

/** Keeps a selection that contains the photo; otherwise selects it alone. */
export function openedIn(choice: StripChoice, id: string | undefined): StripChoice {
  if (id === undefined) return NOTHING_CHOSEN;
  return choice.chosen.has(id) ? choice : { chosen: new Set([id]), anchorId: id };
}

/** Adds the open photo, which is always selected. */
export function withOpen(choice: StripChoice, id: string | undefined): StripChoice {
  if (id === undefined || choice.chosen.has(id)) return choice;
  return { ...choice, chosen: new Set([...choice.chosen, id]) };
}

export function allOf(entries: readonly StripEntry[]): StripChoice {
  const ids = photoIdsOf(entries);
  return { chosen: new Set(ids), anchorId: ids[0] };
}

export function remaining(
  { chosen, anchorId }: StripChoice,
  entries: readonly StripEntry[],
): StripChoice {
  const ids = new Set(photoIdsOf(entries));
  return {
    chosen: new Set([...chosen].filter((id) => ids.has(id))),
    anchorId: anchorId !== undefined && ids.has(anchorId) ? anchorId : undefined,
  };
}
