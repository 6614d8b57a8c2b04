import type { ExportFormat, FormatChoice } from '../contract/export.ts';

export interface SourceFacts {
  /** `jpeg`, `png`, `webp`, `tiff`, `heif` (AVIF) or `gif`. */
  readonly format: string;
  /** Bits per channel. */
  readonly depth: number;
  readonly hasAlpha: boolean;
}

/**
 * `source` is the photo's own format, or JPEG if Gesso cannot write it; PNG if that would lose
 * transparency or depth.
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
