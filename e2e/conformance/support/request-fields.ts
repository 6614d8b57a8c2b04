/** One test for each line of an endpoint's table of request fields. */
import { it } from 'vitest';
import { expectAccepted, expectRefused } from './answers.ts';
import type { TypeName } from './json.ts';
import type { Reply } from './http.ts';

/** A line of the table: `extra.webhook.url` is a field in an object in an object. */
export interface RequestField {
  readonly path: string;
  readonly type: TypeName;
  readonly required?: true;
  /** "or null". */
  readonly nullable?: true;
  /** Values that are allowed; the ends of a range among them. */
  readonly accepts: readonly unknown[];
  /** Values of the right type that are not allowed. */
  readonly refuses: readonly unknown[] | undefined;
  /** Fields that have to be sent with this one. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

type Line = (
  path: string,
  type: TypeName,
  accepts: readonly unknown[],
  refuses?: readonly unknown[],
) => RequestField;

export const optional: Line = (path, type, accepts, refuses) => ({ path, type, accepts, refuses });
export const required: Line = (...line) => ({ ...optional(...line), required: true });
export const nullable: Line = (...line) => ({ ...optional(...line), nullable: true });

export type Body = Readonly<Record<string, unknown>>;

interface FieldChecks {
  readonly fields: readonly RequestField[];
  /** The smallest body that is accepted. */
  readonly minimal: () => Body;
  readonly submit: (body: Body) => Promise<Reply>;
  readonly isRefused?: (reply: Reply) => void;
}

/** Declares the tests: allowed values, values outside, other types, and whether it may be missing. */
export function describeRequestFields(checks: FieldChecks): void {
  for (const field of checks.fields) {
    const need = field.required === true ? 'required' : 'optional';
    const orNull = field.nullable === true ? ' or null' : '';
    it(`${field.path} | ${field.type}${orNull} | ${need}`, () => checkField(checks, field));
  }
}

async function checkField(checks: FieldChecks, field: RequestField): Promise<void> {
  const { submit, isRefused = expectRefused } = checks;
  const body = { ...checks.minimal(), ...field.beside };
  const accepted = [...field.accepts, ...(field.nullable === true ? [null] : [])];
  for (const value of accepted) {
    expectAccepted(await submit(withField(body, field.path, value)));
  }
  for (const value of [...(field.refuses ?? []), ...otherTypes(field)]) {
    isRefused(await submit(withField(body, field.path, value)));
  }
  if (field.required === true) isRefused(await submit(withField(body, field.path, undefined)));
}

/** A body in which one field has a value; `undefined` leaves it out. */
function withField(body: Body, path: string, value: unknown): Body {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [name]: value };
  const inner = body[name];
  const object = typeof inner === 'object' && inner !== null ? (inner as Body) : {};
  return { ...body, [name]: withField(object, rest.join('.'), value) };
}

/** A value of each other type. */
function otherTypes({ type, required }: RequestField): readonly unknown[] {
  const nothing = required === true ? [null] : [];
  switch (type) {
    case 'string':
      return [7, true, { a: 1 }, ...nothing];
    case 'integer':
      return ['1', 1.5, true, [1], ...nothing];
    case 'number':
      return ['0.5', true, [0.5], ...nothing];
    case 'boolean':
      return ['true', 1, {}, ...nothing];
    case 'object':
      return ['text', 7, true, ['a'], ...nothing];
    case 'array':
    case 'array of string':
    case 'array of object':
      return [7, true, { a: 1 }, ...nothing];
  }
}
