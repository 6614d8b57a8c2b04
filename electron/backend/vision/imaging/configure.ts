import sharp from 'sharp';

/** Disables sharp's cache, because open files cannot be renamed or removed on Windows. */
export function configureImaging(): void {
  sharp.cache(false);
}
