/** Reading single fields of a language call, with refusals that name the field and its range. */
import { refused, type ServiceError } from '../errors.ts';
import type { JsonObject } from '../pictures/json-body.ts';

/** Values that a number may have, and how the range is written. */
export interface NumberRule {
  /** As the specification writes it, such as `0 < x < 2`. */
  readonly range: string;
  readonly isInside: (value: number) => boolean;
  readonly isWhole?: boolean;
  /** Whether null is refused; else it is the same as leaving the field out. */
  readonly refusesNull?: boolean;
}

/**
 * Reads an optional number.
 *
 * @throws ServiceError 400 that names the field, the range and the value
 */
export function readNumber(body: JsonObject, field: string, rule: NumberRule): number | null {
  const value = body[field];
  if (value === undefined || (value === null && rule.refusesNull !== true)) return null;
  const isRight =
    typeof value === 'number' &&
    rule.isInside(value) &&
    (rule.isWhole !== true || Number.isSafeInteger(value));
  if (isRight) return value;
  const kind = rule.isWhole === true ? 'a whole number' : 'a number';
  throw invalidField(field, `must be ${kind} in the range ${rule.range}`, rule.range, value);
}

/**
 * Reads an optional boolean; null is the same as leaving it out.
 *
 * @throws ServiceError 400
 */
export function readFlag(body: JsonObject, field: string): boolean {
  const value = body[field] ?? false;
  if (typeof value === 'boolean') return value;
  throw invalidField(field, 'must be true, false or null', 'boolean', value);
}

/**
 * The 400 of a field that is not as specified.
 *
 * @param problem the sentence that begins with the field's name
 */
export function invalidField(
  field: string,
  problem: string,
  range: string,
  value?: unknown,
): ServiceError {
  const json = JSON.stringify(value) ?? 'nothing';
  const shown = json.length > 60 ? `${json.slice(0, 60)}…` : json;
  const message = `${field} ${problem}, but is ${shown}.`;
  return refused(400, 'INVALID_REQUEST_BODY', message, { field, range, value: shown });
}
