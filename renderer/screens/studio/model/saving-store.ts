/** Saving: why the dialog asks; of many photos which, the progress, and the failures. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { StripState } from './strip-store.ts';

export type LayeredFormat = Extract<ExportFormat, 'psd' | 'ora'>;

/** A photo to be saved with others. */
export interface PhotoToSave {
  readonly id: string;
  readonly name: string;
  /** Of its picture; missing where that is not known. */
  readonly pixels?: number;
}

/** A photo that could not be saved. */
export interface UnsavedPhoto extends PhotoToSave {
  readonly error: AppError;
}

export interface SavingState {
  /** A format with layers, for this photo alone; the next one is saved as usual again. */
  readonly layered: LayeredFormat | undefined;
  /** In place of the open photo. */
  readonly many: readonly PhotoToSave[] | undefined;
  /** How many of them are through; `undefined` while nothing is being saved. */
  readonly through: number | undefined;
  readonly unsaved: readonly UnsavedPhoto[];
  /** Why the dialog asks again, as a sentence. */
  readonly notice: string | undefined;
}

export const NOTHING_TO_SAVE: SavingState = {
  layered: undefined,
  many: undefined,
  through: undefined,
  unsaved: [],
  notice: undefined,
};

export function createSavingStore(): StoreApi<SavingState> {
  return createStore<SavingState>(() => NOTHING_TO_SAVE);
}

/** The chosen photos of the strip, or all when none is chosen. */
export function photosToSave({
  entries,
  choice,
}: Pick<StripState, 'entries' | 'choice'>): readonly PhotoToSave[] {
  const photos = entries.flatMap((entry) => (entry.kind === 'photo' ? [toSave(entry.photo)] : []));
  const chosen = photos.filter(({ id }) => choice.chosen.has(id));
  return chosen.length > 0 ? chosen : photos;
}

function toSave({ id, name, width, height }: StripPhoto): PhotoToSave {
  return { id, name, pixels: width * height };
}
