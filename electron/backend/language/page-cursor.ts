import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';

const cursorSchema = z.array(z.int());

/** @param place sort keys of the page's last entry, integers */
export function writeCursor(place: readonly unknown[]): string {
  return JSON.stringify(place);
}

/**
 * @param length number of sort keys @returns `undefined` for the first page
 * @throws AppError `invalid-input` for an invalid cursor
 */
export function readCursor(
  after: string | undefined,
  length: number,
): readonly number[] | undefined {
  if (after === undefined) return undefined;
  try {
    return cursorSchema.length(length).parse(JSON.parse(after));
  } catch {
    throw new AppError('invalid-input', 'The list has changed. Open it again.');
  }
}
