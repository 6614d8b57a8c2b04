/** Where a page of a list ends, as the window hands it back for the next one. */
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';

const cursorSchema = z.array(z.int());

/** @param place the whole numbers that the list is sorted by, of the last entry of the page */
export function writeCursor(place: readonly unknown[]): string {
  return JSON.stringify(place);
}

/**
 * @param length how many numbers the list is sorted by
 * @returns `undefined` for the first page
 * @throws AppError `invalid-input` for anything that no page ended with
 */
export function readCursor(
  after: string | undefined,
  length: number,
): readonly number[] | undefined {
  if (after === undefined) return undefined;
  try {
    return cursorSchema.length(length).parse(JSON.parse(after));
  } catch {
    throw new AppError({ kind: 'invalid-input', message: 'The list has changed. Open it again.' });
  }
}
