/** Reading single fields of a picture or video call, with refusals that name the field. */
import { refused, type ServiceError } from '../errors.ts';
import type { JsonObject } from './json-body.ts';

/** Whole numbers that JSON carries without loss. */
const WHOLE_NUMBERS = {
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
} as const;

/** The 400 of one field, which is named. */
export function invalidField(field: string, message: string): ServiceError {
  return refused(400, 'INVALID_REQUEST_BODY', `${field} ${message}`, { field });
}

/**
 * A required field with one of these values.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readChoice<const Choice extends string>(
  body: JsonObject,
  field: string,
  choices: readonly Choice[],
): Choice {
  const value = body[field];
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalidField(field, `must be one of ${choices.join(', ')}.`);
  return found;
}

/**
 * A required whole number within a range, both ends included.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readInteger(body: JsonObject, field: string, least: number, most: number): number {
  const value = body[field];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw invalidField(field, 'must be a whole number.');
  }
  if (value < least || value > most) {
    throw invalidField(
      field,
      most === WHOLE_NUMBERS.most
        ? `must be at least ${least}.`
        : `must be a whole number from ${least} to ${most}.`,
    );
  }
  return value;
}

/** As `readInteger`; the default for a field that is absent or null. No upper end without `most`. */
export function readOptionalInteger(
  body: JsonObject,
  field: string,
  otherwise: number,
  least: number,
  most: number = WHOLE_NUMBERS.most,
): number {
  if ((body[field] ?? null) === null) return otherwise;
  return readInteger(body, field, least, most);
}

/**
 * A number within a range, both ends included; the default for a field that is absent or null.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readOptionalNumber(
  body: JsonObject,
  field: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const value = body[field] ?? null;
  if (value === null) return otherwise;
  if (typeof value !== 'number' || value < least || value > most) {
    throw invalidField(field, `must be a number from ${least} to ${most}.`);
  }
  return value;
}

/** True or false; the default for a field that is absent or null. */
export function readOptionalFlag(body: JsonObject, field: string, otherwise: boolean): boolean {
  const value = body[field] ?? null;
  if (value === null) return otherwise;
  if (typeof value !== 'boolean') throw invalidField(field, 'must be true or false.');
  return value;
}
