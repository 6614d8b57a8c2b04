import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import {
  NOTHING_CHOSEN,
  openedIn,
  remaining,
  withPhoto,
  without,
  type StripChoice,
  type RefusedFile,
  type StripEntry,
} from './strip.ts';

export interface StripState {
  readonly entries: readonly StripEntry[];
  readonly activeId: string | undefined;
  readonly choice: StripChoice;
  readonly refused: readonly RefusedFile[];
  readonly isRecentShown: boolean;
}

const INITIAL: StripState = {
  entries: [],
  activeId: undefined,
  choice: NOTHING_CHOSEN,
  refused: [],
  isRecentShown: false,
};

export type StripStore = StoreApi<StripState>;

export function createStripStore(): StripStore {
  return createStore<StripState>(() => INITIAL);
}

/** Deselects entries that are gone. */
function setEntries(strip: StripStore, entries: readonly StripEntry[]): void {
  strip.setState(({ choice, activeId }) => {
    const isThere = entries.some(({ id, kind }) => id === activeId && kind === 'photo');
    const left = remaining(choice, entries);
    return { entries, choice: isThere ? openedIn(left, activeId) : left };
  });
}

/** Also adds the photo to the selection. */
export function setActive(strip: StripStore, activeId: string | undefined): void {
  strip.setState(({ choice }) => ({ activeId, choice: openedIn(choice, activeId) }));
}

export function putPhoto(strip: StripStore, photo: StripPhoto, inPlaceOf?: string): void {
  setEntries(strip, withPhoto(strip.getState().entries, photo, inPlaceOf));
}

export function putPhotos(strip: StripStore, photos: readonly StripPhoto[]): void {
  const { entries } = strip.getState();
  setEntries(
    strip,
    photos.reduce((all, photo) => withPhoto(all, photo), entries),
  );
}

export function updatePhotos(strip: StripStore, photos: readonly StripPhoto[]): void {
  const known = new Map(photos.map((photo) => [photo.id, photo]));
  setEntries(
    strip,
    strip.getState().entries.map((entry) => {
      const photo = known.get(entry.id);
      return photo === undefined ? entry : { kind: 'photo', id: entry.id, photo };
    }),
  );
}

export function putIncoming(
  strip: StripStore,
  files: readonly { readonly id: string; readonly name: string }[],
): void {
  const incoming = files.map(({ id, name }): StripEntry => ({ kind: 'incoming', id, name }));
  setEntries(strip, [...strip.getState().entries, ...incoming]);
}

export function removeEntry(strip: StripStore, id: string): void {
  setEntries(strip, without(strip.getState().entries, id));
}

/** Removes an entry and reports the reason. */
export function refuseEntry(
  strip: StripStore,
  id: string,
  name: string,
  error: AppErrorData,
): void {
  removeEntry(strip, id);
  strip.setState(({ refused }) => ({ refused: [...refused, { id, name, error }] }));
}

export function hasPhoto({ entries }: Pick<StripState, 'entries'>, id: string): boolean {
  return entries.some((entry) => entry.id === id && entry.kind === 'photo');
}

export function emptyStrip(strip: StripStore): void {
  strip.setState(({ refused }) => ({ ...INITIAL, refused }));
}
