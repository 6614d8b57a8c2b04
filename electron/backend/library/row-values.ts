/** Values of columns, whose types SQLite does not have: booleans, JSON, and `undefined` for NULL. */
import type { SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';

/** Stores objects as JSON. */
export function toColumn(
  value: string | number | bigint | boolean | object | null | undefined,
): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

export function toBoolean(value: unknown): boolean {
  return Number(value) === 1;
}

/** Returns `undefined` for an empty or invalid column. */
export function storedJson<Schema extends z.ZodType>(
  schema: Schema,
  text: unknown,
): z.output<Schema> | undefined {
  return typeof text === 'string' ? schema.safeParse(parseJson(text)).data : undefined;
}

/** Skips invalid entries. */
export function storedList<Schema extends z.ZodType>(
  entry: Schema,
  text: unknown,
): z.output<Schema>[] {
  const list = typeof text === 'string' ? parseJson(text) : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    const parsed = entry.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
}
