/** A refusal before sending costs nothing, and names the limit, the value and a way out. */
import { firstCharacters } from '../first-characters.ts';
import { z } from 'zod';
import { AppError, invalidInput } from '../errors/app-error.ts';
import type { NumberRange } from '../parameters/parameter-table.ts';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureLimits {
  readonly maxFileBytes: number;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  readonly maxPixels?: number;
}

export function numberWithin(name: string, range: NumberRange) {
  return checked<number>(
    name,
    describeRange(range),
    (value) => typeof value === 'number' && isWithin(value, range),
  );
}

export function oneOf<const Value extends string>(name: string, values: readonly Value[]) {
  return checked<Value>(name, `one of ${values.join(', ')}`, (value) =>
    values.some((known) => known === value),
  );
}

export function wholeNumberText(
  name: string,
  range: { readonly min: bigint; readonly max: bigint },
) {
  return checked<string | number>(
    name,
    `a whole number from ${range.min} to ${range.max}`,
    (value) => {
      const isNumber = typeof value === 'number' && Number.isSafeInteger(value);
      if (!isNumber && !(typeof value === 'string' && /^-?\d{1,20}$/u.test(value))) return false;
      const whole = BigInt(value);
      return whole >= range.min && whole <= range.max;
    },
  );
}

/** Rejects blank texts. */
export function textUpTo(name: string, maxCharacters: number) {
  return checked<string>(
    name,
    `a text of 1 to ${maxCharacters} characters`,
    (value) =>
      typeof value === 'string' && value.trim().length > 0 && value.length <= maxCharacters,
  );
}

/** An address that can be called from outside. */
export function webAddress(name: string, maxCharacters: number) {
  return checked<string>(
    name,
    `an address like https://example.com/path, at most ${maxCharacters} characters`,
    (value) =>
      typeof value === 'string' &&
      value.length <= maxCharacters &&
      /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/iu.test(value),
  );
}

/** @throws AppError `invalid-input` with `details.field`, `limit` and `value` */
export function checkedRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join('.') ?? '';
  const limit: unknown = issue?.code === 'custom' ? issue.params?.['limit'] : undefined;
  const isOurs = typeof limit === 'string';
  throw invalidInput(
    isOurs
      ? (issue?.message ?? '')
      : `${field === '' ? 'This call' : `The value of “${field}”`} is not valid. Correct it and try again.`,
    {
      details: {
        request: 'not sent',
        ...(field === '' ? {} : { field }),
        ...(isOurs ? { limit } : { problem: issue?.message ?? '' }),
        value: brief(valueAt(request, issue?.path ?? [])),
      },
    },
  );
}

/** @param size pixels @throws AppError `invalid-input` for an empty picture, `too-large` */
export function requirePicture(
  name: string,
  picture: { readonly byteLength: number; readonly size?: PixelSize | undefined },
  limits: PictureLimits,
): void {
  const { byteLength, size } = picture;
  if (byteLength <= 0) {
    throw invalidInput(`The ${name} is empty. Select it again.`, {
      details: { request: 'not sent', bytes: byteLength },
    });
  }
  if (byteLength > limits.maxFileBytes) {
    throw tooLarge(
      `The ${name} has ${(byteLength / 1_000_000).toFixed(1)} MB. The service accepts up to ${limits.maxFileBytes / 1_000_000} MB.`,
      { limit: limits.maxFileBytes, bytes: byteLength },
    );
  }
  if (size !== undefined) requireSize(name, size, limits);
}

function requireSize(name: string, { width, height }: PixelSize, limits: PictureLimits): void {
  if (![width, height].every((side) => Number.isSafeInteger(side) && side > 0)) {
    throw invalidInput(`The size of the ${name} is unknown. Select it again.`, {
      details: { request: 'not sent', width: String(width), height: String(height) },
    });
  }
  const { maxWidth = Infinity, maxHeight = Infinity, maxPixels = Infinity } = limits;
  const has = `The ${name} is ${width} × ${height} pixels. The service accepts up to`;
  if (width > maxWidth || height > maxHeight) {
    const limit = `${maxWidth} × ${maxHeight}`;
    throw tooLarge(`${has} ${limit}.`, { limit, width, height });
  }
  if (width * height > maxPixels) {
    const sentence = `${has} ${maxPixels / 1_000_000} megapixels.`;
    throw tooLarge(sentence, { limit: maxPixels, width, height });
  }
}

function tooLarge(sentence: string, details: Readonly<Record<string, string | number>>): AppError {
  return new AppError('too-large', `${sentence} Use a smaller part, or make it smaller first.`, {
    details: { ...details, request: 'not sent' },
  });
}

export function isWithin(value: number, range: NumberRange): boolean {
  const { min, max, isMinExclusive = false, isMaxExclusive = false, isWhole = false } = range;
  return (
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    (isMinExclusive ? value > min : value >= min) &&
    (isMaxExclusive ? value < max : value <= max)
  );
}

/** Returns e.g. "a number from 0 to 1". */
export function describeRange(range: NumberRange): string {
  const { min, max, isMinExclusive = false, isMaxExclusive = false, isWhole = false } = range;
  const numbers = isWhole ? 'a whole number' : 'a number';
  if (max >= Number.MAX_SAFE_INTEGER) {
    return min === Number.MIN_SAFE_INTEGER ? numbers : `${numbers}, ${min} or more`;
  }
  if (isWhole) {
    return `${numbers} from ${isMinExclusive ? min + 1 : min} to ${isMaxExclusive ? max - 1 : max}`;
  }
  if (!isMinExclusive && !isMaxExclusive) return `${numbers} from ${min} to ${max}`;
  const above = isMinExclusive ? `greater than ${min}` : `at least ${min}`;
  return `${above} and ${isMaxExclusive ? `less than ${max}` : `at most ${max}`}`;
}

function checked<Value>(name: string, limit: string, accepts: (value: unknown) => boolean) {
  return z.custom<Value>(accepts, {
    error: ({ input }) => `${name} must be ${limit}, not ${brief(input)}. Change it and try again.`,
    params: { limit },
  });
}

/** Keeps whole pictures and prompts out of sentences. */
function brief(value: unknown): string {
  switch (typeof value) {
    case 'number':
    case 'boolean':
      return String(value);
    case 'string':
      return value === ''
        ? 'empty'
        : `“${firstCharacters(value, 60)}${value.length > 60 ? '…' : ''}”`;
    case 'undefined':
      return 'left out';
    default:
      return value === null ? 'nothing' : 'something else';
  }
}

function valueAt(request: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    request,
  );
}
