import { z } from 'zod';
import { invalidInput } from '../../../shared/errors/app-error.ts';

const cursorSchema = z.array(z.int());

export function writeCursor(place: readonly unknown[]): string {
  return JSON.stringify(place);
}

/** @param length number of sort keys @throws AppError `invalid-input` for an invalid cursor */
export function readCursor(
  after: string | undefined,
  length: number,
): readonly number[] | undefined {
  if (after === undefined) return undefined;
  try {
    return cursorSchema.length(length).parse(JSON.parse(after));
  } catch {
    throw invalidInput('The list has changed. Open it again.');
  }
}

/** @param rows one more than the limit if there are further pages @param keys columns that sort them */
export function pageOf<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  limit: number,
  keys: readonly (keyof Row)[],
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { shown };
  return { shown, after: writeCursor(keys.map((key) => last[key])) };
}
