/**
 * Parses answers leniently: services send numbers as strings, `null` for lists, and unknown
 * fields. None of that may fail a call.
 */
import { z } from 'zod';

/** A finite number, also sent as a string; anything else becomes `undefined`. */
export const lenientNumber = z.unknown().optional().transform(numberOf);

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A number in a range; values outside mean something else and become `undefined`. */
export function lenientWithin(least: number, most: number) {
  return lenientNumber.transform((number) =>
    number === undefined || number < least || number > most ? undefined : number,
  );
}

export function lenientWhole(most: number) {
  return z
    .unknown()
    .optional()
    .transform((value) => wholeNumberOf(value, most));
}

/** Rounds a number from 0 to `most`; others become `undefined`. */
export function wholeNumberOf(value: unknown, most: number): number | undefined {
  const number = numberOf(value);
  return number === undefined || number < 0 || number > most ? undefined : Math.round(number);
}

/** Upper bounds of values in answers; larger ones count as unknown. */
export const MOST = {
  /** Tokens of one answer or context; sums of many stay exact. */
  tokens: 1e12,
  /** 1/10000 USD per million tokens. */
  tokenPrice: 1e10,
  /** Seconds of a validity or a wait: ten years. */
  seconds: 315_360_000,
  /** Latest time that a `Date` can hold. */
  unixSeconds: 8.64e12,
  unixMilliseconds: 8.64e15,
  /** Longer ids are dropped, since a truncated one names something else. */
  id: 300,
  word: 200,
  sentence: 4000,
} as const;

/** A string, also sent as a number; anything else becomes `undefined`. */
export const lenientString = z
  .unknown()
  .optional()
  .transform((value): string | undefined => {
    if (typeof value === 'string') return value;
    return typeof value === 'number' ? String(value) : undefined;
  });

/** Trims a text and cuts it to `most` characters; `undefined` if it is blank. */
export function lenientText(most: number) {
  return lenientString.transform((text) => {
    const trimmed = text?.trim().slice(0, most);
    return trimmed === '' ? undefined : trimmed;
  });
}

/** An id; `undefined` if it is blank or too long. */
export const lenientId = lenientString.transform((text) => {
  const trimmed = text?.trim();
  return trimmed === undefined || trimmed === '' || trimmed.length > MOST.id ? undefined : trimmed;
});

/** A boolean, also sent as `"true"`, `"false"`, 1 or 0; anything else becomes `undefined`. */
export const lenientBoolean = z
  .unknown()
  .optional()
  .transform((value): boolean | undefined => {
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    if (/^(?:true|1)$/iu.test(text)) return true;
    return /^(?:false|0)$/iu.test(text) ? false : undefined;
  });

/** A list without its invalid entries; anything else becomes an empty list. */
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

export function lenientObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.looseObject(shape);
  return z
    .unknown()
    .optional()
    .transform((value) => schema.parse(isRecord(value) ? value : {}));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
