import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { StripPhoto } from '../../../../shared/contract/photos.ts';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { StripState } from './strip.ts';

export type LayeredFormat = Extract<ExportFormat, 'psd' | 'ora'>;

export interface PhotoToSave {
  readonly id: string;
  readonly name: string;
  readonly pixels?: number;
}

interface UnsavedPhoto extends PhotoToSave {
  readonly error: AppError;
}

export interface SavingState {
  readonly isShown: boolean;
  /** For this photo alone; the next one is saved normally again. */
  readonly layered: LayeredFormat | undefined;
  /** Replaces the open photo. */
  readonly many: readonly PhotoToSave[] | undefined;
  /** Finished photos; `undefined` while nothing is being saved. */
  readonly through: number | undefined;
  readonly unsaved: readonly UnsavedPhoto[];
  readonly notice: string | undefined;
}

export const NOTHING_TO_SAVE: SavingState = {
  isShown: false,
  layered: undefined,
  many: undefined,
  through: undefined,
  unsaved: [],
  notice: undefined,
};

/** Returns the selected photos of the strip, or all if none is selected. */
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
