/** Settings of the imaging library that hold for the whole process. */
import sharp from 'sharp';

/**
 * Switches off the library's cache of opened files and decoded pictures. Nothing here is read twice
 * from the same place, and an opened file cannot be renamed or removed on Windows.
 */
export function configureImaging(): void {
  sharp.cache(false);
}
