import type { ExportFormat } from '../contract/export.ts';
import type { Size } from '../geometry/rect.ts';
import { safeFileStem } from './file-names.ts';
import { nameByPattern } from './name-pattern.ts';

export const SAVED_FORMATS: Readonly<
  Record<ExportFormat, { readonly extension: string; readonly mediaType: string }>
> = {
  png: { extension: 'png', mediaType: 'image/png' },
  jpeg: { extension: 'jpg', mediaType: 'image/jpeg' },
  webp: { extension: 'webp', mediaType: 'image/webp' },
  tiff: { extension: 'tif', mediaType: 'image/tiff' },
  psd: { extension: 'psd', mediaType: 'image/vnd.adobe.photoshop' },
  ora: { extension: 'ora', mediaType: 'image/openraster' },
};

export interface NameChoice {
  /** See `name-pattern.ts`; default: `{name}_cleanup`. */
  readonly namePattern?: string | undefined;
  /** The name itself, instead of the pattern. */
  readonly name?: string | undefined;
}

export function savedStem(
  photo: Size & { readonly name: string },
  { namePattern = '{name}_cleanup', name }: NameChoice,
): string {
  const { width, height } = photo;
  if (name !== undefined) return safeFileStem('', () => name);
  return safeFileStem(photo.name, (stem) =>
    nameByPattern(namePattern, { name: stem, date: new Date(), width, height }),
  );
}

export function savedName(
  photo: Size & { readonly name: string },
  format: ExportFormat,
  choice: NameChoice,
): string {
  return `${savedStem(photo, choice)}.${SAVED_FORMATS[format].extension}`;
}
