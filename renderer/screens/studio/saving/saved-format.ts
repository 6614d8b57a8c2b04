import type { ExportFormat, FormatChoice } from '../../../../shared/contract/export.ts';
import type { LayeredFormat } from '../model/studio-store.ts';
import type { SourceFacts } from '../../../../shared/export/source-format.ts';

export const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  tiff: 'TIFF',
  psd: 'PSD with layers',
  ora: 'OpenRaster with layers',
};

/** True for formats with the photo and each result as layers. */
export function hasLayers(format: FormatChoice): format is LayeredFormat {
  return format === 'psd' || format === 'ora';
}

export function describeFile(
  format: ExportFormat,
  lossless: boolean,
  { depth, hasAlpha }: Pick<SourceFacts, 'depth' | 'hasAlpha'>,
): string {
  const only8Bits = depth === 16 ? ['This format keeps only 8 of 16 bits per channel.'] : [];
  if (hasLayers(format)) {
    const editors =
      format === 'psd'
        ? 'For Photoshop, Affinity Photo and other editors.'
        : 'For Krita, GIMP and other editors.';
    return `${editors} The photo and each result become layers; hidden results become hidden layers.`;
  }
  const isLossless = format === 'png' || format === 'tiff' || (format === 'webp' && lossless);
  const holds16Bits = format === 'png' || format === 'tiff';
  return [
    'Full resolution, with the photo’s colour profile.',
    ...(isLossless && (depth === 8 || holds16Bits)
      ? ['Pixels outside the results stay identical.']
      : []),
    ...(holds16Bits ? [] : only8Bits),
    ...(hasAlpha && format === 'jpeg' ? ['Transparent areas become white.'] : []),
  ].join(' ');
}
