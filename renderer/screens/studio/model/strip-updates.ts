import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { openedIn, remaining, withPhoto, without, type StripEntry } from './strip.ts';
import type { StudioStore } from './studio-store.ts';

/** Deselects entries that are gone. */
function setEntries(store: StudioStore, entries: readonly StripEntry[]): void {
  store.setSlice('strip', ({ choice, activeId }) => {
    const isThere = entries.some(({ id, kind }) => id === activeId && kind === 'photo');
    const left = remaining(choice, entries);
    return { entries, choice: isThere ? openedIn(left, activeId) : left };
  });
}

/** Also adds the photo to the selection. */
export function setActive(store: StudioStore, activeId: string | undefined): void {
  store.setSlice('strip', ({ choice }) => ({ activeId, choice: openedIn(choice, activeId) }));
}

export function putPhoto(store: StudioStore, photo: StripPhoto, inPlaceOf?: string): void {
  setEntries(store, withPhoto(store.getState().strip.entries, photo, inPlaceOf));
}

export function putPhotos(store: StudioStore, photos: readonly StripPhoto[]): void {
  const { entries } = store.getState().strip;
  setEntries(
    store,
    photos.reduce((all, photo) => withPhoto(all, photo), entries),
  );
}

export function updatePhotos(store: StudioStore, photos: readonly StripPhoto[]): void {
  const known = new Map(photos.map((photo) => [photo.id, photo]));
  setEntries(
    store,
    store.getState().strip.entries.map((entry) => {
      const photo = known.get(entry.id);
      return photo === undefined ? entry : { kind: 'photo', id: entry.id, photo };
    }),
  );
}

export function putIncoming(
  store: StudioStore,
  files: readonly { readonly id: string; readonly name: string }[],
): void {
  const incoming = files.map(({ id, name }): StripEntry => ({ kind: 'incoming', id, name }));
  setEntries(store, [...store.getState().strip.entries, ...incoming]);
}

export function removeEntry(store: StudioStore, id: string): void {
  setEntries(store, without(store.getState().strip.entries, id));
}

export function refuseEntry(
  store: StudioStore,
  id: string,
  name: string,
  error: AppErrorData,
): void {
  removeEntry(store, id);
  store.setSlice('strip', ({ refused }) => ({ refused: [...refused, { id, name, error }] }));
}
