import type { StandardPicture } from '../convert/standard-picture.ts';
import { damagedFile, type PictureInfo } from './probe.ts';
import { attachToPng } from '../writing/embed-metadata.ts';
import { openShown } from './open-picture.ts';
import { readPhoto, readProfile, type PhotoSource } from './photo-pixels.ts';

/** Longest side in pixels: sharp in lists at twice the screen's resolution. */
export const THUMBNAIL_SIDE = 320;
/** Half the time of the default effort, for 2 % more bytes. */
const THUMBNAIL_WEBP = { quality: 80, effort: 2 } as const;

export function notesFor(
  info: PictureInfo,
  made?: Pick<StandardPicture, 'convertedFrom' | 'notes'>,
): readonly string[] {
  const { convertedFrom } = made ?? {};
  const notes: string[] = [];
  if (convertedFrom !== undefined) {
    notes.push(
      `This photo came as ${convertedFrom.toUpperCase()}. Gesso keeps it as PNG. Your file stays unchanged.`,
    );
  }
  notes.push(...(made?.notes ?? []));
  if (info.isCmyk) {
    notes.push(
      'This photo is in CMYK. Gesso edits and saves it in sRGB. Your file stays unchanged.',
    );
  }
  if (info.depth === 16) {
    notes.push('This photo has 16 bits per channel. Save it as TIFF, PNG or PSD to keep them.');
  }
  if (info.pages > 1) {
    const unit = info.format === 'tiff' ? 'page' : 'frame';
    notes.push(`Gesso opened only the first of ${info.pages} ${unit}s.`);
  }
  return notes;
}

/** For files that Chromium cannot show. @throws AppError `damaged-file` */
export async function renderDisplayPicture(source: PhotoSource, name: string): Promise<Buffer> {
  try {
    const photo = readPhoto(source).toColourspace('srgb');
    const png = await photo.png({ compressionLevel: 1 }).toBuffer();
    return attachToPng(png, { profile: await readProfile(source), isGessosOwn: true });
  } catch (error) {
    throw damagedFile(name, error);
  }
}

/** Decodes the whole file, which proves that it is intact. @throws AppError `damaged-file` */
export async function makeThumbnail(path: string, name: string): Promise<Buffer> {
  try {
    const shown = await openShown(path, { failOn: 'truncated' });
    return await shown
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp(THUMBNAIL_WEBP)
      .toBuffer();
  } catch (error) {
    throw damagedFile(name, error);
  }
}
