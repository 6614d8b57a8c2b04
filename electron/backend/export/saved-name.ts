/** The name of a saved picture. */
import type { ExportFormat } from '../../../shared/contract/export.ts';
import { nameByPattern } from '../../../shared/export/name-pattern.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { safeFileStem } from './file-names.ts';

/** Names of each format, in file names and in headers. */
export const SAVED_FORMATS: Readonly<
  Record<ExportFormat, { readonly extension: string; readonly mediaType: string }>
> = {
  png: { extension: 'png', mediaType: 'image/png' },
  jpeg: { extension: 'jpg', mediaType: 'image/jpeg' },
  webp: { extension: 'webp', mediaType: 'image/webp' },
};

/**
 * @param extension without a dot
 * @param pattern see `shared/export/name-pattern.ts`
 * @returns a name that is safe on every file system
 */
export function savedName(
  photo: Size & { readonly name: string },
  extension: string,
  pattern = '{name}_cleanup',
): string {
  const { width, height } = photo;
  const stem = safeFileStem(photo.name, (name) =>
    nameByPattern(pattern, { name, date: new Date(), width, height }),
  );
  return `${stem}.${extension}`;
}
