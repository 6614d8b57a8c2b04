/** What is made of a photo when it comes in: a picture that Chromium can show, and a thumbnail. */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { PictureInfo } from './probe.ts';
import { attachToPng } from './embed-metadata.ts';
import { readPhoto, readProfile, type PhotoSource } from './photo-pixels.ts';

const THUMBNAIL = {
  /** Longest side in pixels: sharp on a list at twice the screen's resolution. */
  side: 320,
  webpQuality: 80,
} as const;

/** Sentences about what this file means for the work on it. */
export function notesFor(info: PictureInfo): readonly string[] {
  const notes: string[] = [];
  if (info.isCmyk) {
    notes.push('This photo is in CMYK. It is edited and saved in sRGB; your file stays as it is.');
  }
  if (info.depth === 16) {
    notes.push('This photo has 16 bits per channel. Save it as PNG to keep them.');
  }
  if (info.format === 'gif') notes.push('Only the first frame of this GIF was opened.');
  return notes;
}

/**
 * A lossless picture for files that Chromium cannot show by itself.
 *
 * @returns the bytes of a PNG
 */
export async function renderDisplayPicture(source: PhotoSource): Promise<Buffer> {
  const png = await readPhoto(source).toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer();
  return attachToPng(png, { profile: await readProfile(source) });
}

/**
 * Decodes the whole file once: a small WebP, and the proof that the file is not broken.
 *
 * @throws AppError `damaged-file`
 */
export async function makeThumbnail(source: PhotoSource, name: string): Promise<Buffer> {
  try {
    return await readPhoto({ ...source, isCmyk: true }) // profiles applied: a thumbnail is only looked at
      .resize(THUMBNAIL.side, THUMBNAIL.side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: THUMBNAIL.webpQuality })
      .toBuffer();
  } catch (error) {
    throw new AppError(
      {
        kind: 'damaged-file',
        message: `“${name}” is damaged: its picture data is broken or ends early. Try another copy of the file.`,
        action: 'choose-other-file',
        details: { error: error instanceof Error ? error.message : String(error) },
      },
      { cause: error },
    );
  }
}
