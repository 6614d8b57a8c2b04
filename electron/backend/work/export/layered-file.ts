import { encodePhoto, type ExportOptions } from '../../vision/imaging/writing/export-photo.ts';
import { readDensity } from '../../vision/imaging/reading/photo-pixels.ts';
import { writeOpenRaster } from './openraster-file.ts';
import { writePsd, type PhotoWithResults } from './psd-file.ts';

const LAYER: ExportOptions = { format: 'png', quality: 100, lossless: true };

/** @param path absolute; must not exist @throws AppError `too-large`; errors of the file system */
export async function writeLayered(
  photo: PhotoWithResults,
  format: 'psd' | 'ora',
  path: string,
): Promise<void> {
  if (format === 'psd') {
    await writePsd(photo, path);
    return;
  }
  const { source, applied, name, size, results } = photo;
  const bottom = await encodePhoto(source, [], LAYER);
  const merged = applied.length === 0 ? bottom : await encodePhoto(source, applied, LAYER);
  const density = await readDensity(source);
  await writeOpenRaster({ name, size, density, photo: bottom, merged, results }, path);
}
