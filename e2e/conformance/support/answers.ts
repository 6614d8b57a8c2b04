/** Checks answers: the types of their fields, and what "accepted" and "refused" mean. */
import { expect, it } from 'vitest';
import type { Reply } from './http.ts';
import { type Field, isObject, isOfType, shown, valuesAt } from './json.ts';

/** Expects the field with its type, in every entry. */
export function expectField(value: unknown, [path, type]: Field): void {
  const values = valuesAt(value, path);
  // in a list of objects, every object must have the value
  const parents = path.includes('.') ? valuesAt(value, path.replace(/\.[^.]*$/u, '')) : [value];
  const isMissing = path.endsWith('[]') ? values.length === 0 : values.length < parents.length;
  if (isMissing || parents.length === 0) expect.fail(`${path} is missing in ${shown(value)}`);
  const wrong = values.filter((each) => !isOfType(each, type)).map(shown);
  expect(wrong, `${path}: ${type}`).toEqual([]);
}

/** Declares a test for each line of a resource table. */
export function describeFields(answer: () => Reply, fields: readonly Field[]): void {
  it.each(fields)('%s | %s', (path, type) => expectField(answer().json, [path, type]));
}

/** "2xx means the request was accepted", and in the older family "0 means normal". */
export function expectAccepted(reply: Reply): void {
  expect(reply.status, shown(reply.text)).toBeGreaterThanOrEqual(200);
  expect(reply.status, shown(reply.text)).toBeLessThan(300);
  if (isEnvelope(reply.json)) expect(reply.json['code'], shown(reply.text)).toBe(0);
}

/**
 * Neither accepted (2xx) nor an internal error (5xx, code -1): refused for what was sent. The
 * HTTP status of a code in the older family is not given.
 */
export function expectRefused(reply: Reply): void {
  if (isEnvelope(reply.json)) {
    expect([0, -1], shown(reply.text)).not.toContain(reply.json['code']);
    expectField(reply.json, ['code', 'integer']);
    return;
  }
  expect(reply.status, shown(reply.text)).toBeGreaterThanOrEqual(400);
  expect(reply.status, shown(reply.text)).toBeLessThan(500);
}

/** Whether this is an answer of the `/v2` family; refusals of `/v3` have a `code`, but no `msg`. */
function isEnvelope(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && 'code' in value && 'msg' in value;
}
