import { AppError } from '../errors/app-error.ts';

/** Bytes of the largest picture file that Gesso opens; checked in the window and the backend. */
export const MAX_PICTURE_FILE_BYTES = 1_000_000_000;

/** @throws AppError `too-large` */
export function requireFileSize(name: string, byteLength: number): void {
  if (byteLength <= MAX_PICTURE_FILE_BYTES) return;
  throw new AppError(
    'too-large',
    `“${name}” is larger than ${MAX_PICTURE_FILE_BYTES / 1e9} GB. Gesso can’t open files of this size.`,
    { action: 'choose-other-file' },
  );
}
