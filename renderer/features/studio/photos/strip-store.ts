/** The strip: photos that are open side by side, what is being taken in, and what was chosen. */
import { create } from 'zustand';
import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import {
  NOTHING_CHOSEN,
  remaining,
  withPhoto,
  without,
  type Choice,
  type RefusedFile,
  type StripEntry,
} from './strip.ts';

interface StripState {
  readonly entries: readonly StripEntry[];
  /** The photo that is open, or on its way to the screen. */
  readonly activeId: string | undefined;
  readonly choice: Choice;
  /** Files that did not become photos, until they are put away. */
  readonly refused: readonly RefusedFile[];
  /** The list of recent photos is open. */
  readonly isRecentShown: boolean;
}

const INITIAL: StripState = {
  entries: [],
  activeId: undefined,
  choice: NOTHING_CHOSEN,
  refused: [],
  isRecentShown: false,
};

export const useStrip = create<StripState>(() => INITIAL);

/** Changes the entries; what is not there any more is not chosen either. */
function setEntries(entries: readonly StripEntry[]): void {
  useStrip.setState(({ choice }) => ({ entries, choice: remaining(choice, entries) }));
}

export function putPhoto(photo: StripPhoto, inPlaceOf?: string): void {
  setEntries(withPhoto(useStrip.getState().entries, photo, inPlaceOf));
}

/** All of them in one step. */
export function putPhotos(photos: readonly StripPhoto[]): void {
  const { entries } = useStrip.getState();
  setEntries(photos.reduce((all, photo) => withPhoto(all, photo), entries));
}

/** What is known now of photos that are in the strip. */
export function updatePhotos(photos: readonly StripPhoto[]): void {
  const known = new Map(photos.map((photo) => [photo.id, photo]));
  setEntries(
    useStrip.getState().entries.map((entry) => {
      const photo = known.get(entry.id);
      return photo === undefined ? entry : { kind: 'photo', id: entry.id, photo };
    }),
  );
}

export function putIncoming(
  files: readonly { readonly id: string; readonly name: string }[],
): void {
  const incoming = files.map(({ id, name }): StripEntry => ({ kind: 'incoming', id, name }));
  setEntries([...useStrip.getState().entries, ...incoming]);
}

export function removeEntry(id: string): void {
  setEntries(without(useStrip.getState().entries, id));
}

/** A file, or a photo that turned out to be damaged: leaves the strip, and is named with the reason. */
export function refuseEntry(id: string, name: string, error: AppErrorData): void {
  removeEntry(id);
  useStrip.setState(({ refused }) => ({ refused: [...refused, { id, name, error }] }));
}

export function putAwayRefused(): void {
  useStrip.setState({ refused: [] });
}

export function hasPhoto(id: string): boolean {
  return useStrip.getState().entries.some((entry) => entry.id === id && entry.kind === 'photo');
}

export function choose(choice: Choice): void {
  useStrip.setState({ choice });
}

export function emptyStrip(): void {
  useStrip.setState(({ refused }) => ({ ...INITIAL, refused }));
}
