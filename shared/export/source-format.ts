import type { ExportFormat, FormatChoice } from '../contract/export.ts';

export interface SourceFacts {
  /** `jpeg`, `png`, `webp`, `tiff`, `heif` (AVIF) or `gif`. */
  readonly format: string;
  /** Bits per channel. */
  readonly depth: number;
  readonly hasAlpha: boolean;
}

/**
 * @returns the format to write. For `source` it is the photo's own; a photo in a format that Gesso only
 *   reads becomes a JPEG, or a PNG where a JPEG would lose transparency or depth
 */
export function exportFormatOf(choice: FormatChoice, photo: SourceFacts): ExportFormat {
  if (choice !== 'source') return choice;
  switch (photo.format) {
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'tiff':
      return photo.format;
    case 'gif': // drawings of few colours, which JPEG blurs
      return 'png';
    default:
      return photo.hasAlpha || photo.depth === 16 ? 'png' : 'jpeg';
  }
}
