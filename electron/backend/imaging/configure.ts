import sharp from 'sharp';

/**
 * Disables sharp's cache for the whole process: nothing is read twice from the same place, and open
 * files cannot be renamed or removed on Windows.
 */
export function configureImaging(): void {
  sharp.cache(false);
}
