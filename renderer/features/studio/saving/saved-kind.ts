/** What can be saved, and what is told about it. */
import type { ExportFormat } from '../../../../shared/contract/export.ts';

/** A picture, or the photo with every result as a layer. */
export type SavedKind = ExportFormat | 'layers';

/** Extensions of file names, without a dot. */
export const EXTENSIONS: Readonly<Record<SavedKind, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  layers: 'ora',
};

/** What a file keeps and what it loses, as sentences. */
export function describeFile(
  kind: SavedKind,
  lossless: boolean,
  is16Bit: boolean,
  hasAlpha: boolean,
): string {
  if (kind === 'layers') {
    return 'OpenRaster, for Krita, GIMP and other layered editors: the photo and every result as a layer of its own, without loss. Hidden results are hidden layers.';
  }
  const sentences: string[] = ['Full resolution, with the colour profile of the photo.'];
  if (kind === 'png' || (kind === 'webp' && lossless && !is16Bit)) {
    sentences.push('Every pixel outside the results stays exactly as it was.');
  }
  if (is16Bit && kind !== 'png') sentences.push('This format keeps 8 of the 16 bits per channel.');
  if (hasAlpha && kind === 'jpeg') sentences.push('Transparent parts become white.');
  return sentences.join(' ');
}
