/**
 * Building blocks for answers that are read leniently: services of this kind send numbers as
 * strings, `null` for lists and unknown fields. None of that may fail a call.
 */
import { z } from 'zod';

/** A finite number, also when it was sent as a string; anything else becomes `undefined`. */
export const lenientNumber = z
  .unknown()
  .optional()
  .transform((value): number | undefined => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    const parsed = Number(value);
    return Number.isFinite(parsed) ? parsed : undefined;
  });

/** A string, also when it was sent as a number; anything else becomes `undefined`. */
export const lenientString = z
  .unknown()
  .optional()
  .transform((value): string | undefined => {
    if (typeof value === 'string') return value;
    return typeof value === 'number' ? String(value) : undefined;
  });

/** True or false, also as `"true"`, `"false"`, 1 or 0; anything else becomes `undefined`. */
export const lenientBoolean = z
  .unknown()
  .optional()
  .transform((value): boolean | undefined => {
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (/^(?:true|1)$/iu.test(text)) return true;
    return /^(?:false|0)$/iu.test(text) ? false : undefined;
  });

/** A list whose unusable entries are left out; `null`, a missing field or a non-list is an empty one. */
export function lenientList<Entry extends z.ZodType>(entry: Entry) {
  return z
    .unknown()
    .optional()
    .transform((value): readonly z.output<Entry>[] => {
      if (!Array.isArray(value)) return [];
      return value.flatMap((item: unknown) => {
        const parsed = entry.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      });
    });
}

/** An object; `null`, a missing field or anything else is one without fields. */
export function lenientObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.looseObject(shape);
  return z
    .unknown()
    .optional()
    .transform((value) => schema.parse(isRecord(value) ? value : {}));
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
