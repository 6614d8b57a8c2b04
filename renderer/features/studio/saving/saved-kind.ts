/** The kinds of saved files, and a description of each. */
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

/** The qualities and losses of a file, as sentences. */
export function describeFile(
  kind: SavedKind,
  lossless: boolean,
  is16Bit: boolean,
  hasAlpha: boolean,
): string {
  if (kind === 'layers') {
    return 'OpenRaster, for Krita, GIMP and other layered editors. The photo and each result become lossless layers; hidden results become hidden layers.';
  }
  const sentences: string[] = ['Full resolution, with the photo’s colour profile.'];
  if (kind === 'png' || (kind === 'webp' && lossless && !is16Bit)) {
    sentences.push('Pixels outside the results stay identical.');
  }
  if (is16Bit && kind !== 'png') sentences.push('This format keeps only 8 of 16 bits per channel.');
  if (hasAlpha && kind === 'jpeg') sentences.push('Transparent areas become white.');
  return sentences.join(' ');
}
