/** Reads untrusted JSON by paths, and checks the types that the tables name. */

/** A type as the tables of the specification name it. */
export type TypeName =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'array of string'
  | 'array of object';

/** One line of a resource table: a path such as `videos[].video_url`, and its type. */
export type Field = readonly [path: string, type: TypeName];

/**
 * All values at a path; `[]` goes into every entry of an array.
 *
 * @returns an empty list when something on the way is missing
 */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value];
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/u, '');
    found = found.flatMap((each) =>
      isObject(each) && Object.hasOwn(each, name) ? [each[name]] : [],
    );
    if (step.endsWith('[]')) {
      found = found.flatMap((each): readonly unknown[] => (Array.isArray(each) ? each : []));
    }
  }
  return found;
}

/** The one value at a path, or `undefined`. */
export function valueAt(value: unknown, path: string): unknown {
  return valuesAt(value, path)[0];
}

/** The text at a path. @throws Error when it is none */
export const textAt = (value: unknown, path: string) => typedAt(value, path, 'string') as string;
/** The number at a path. @throws Error when it is none */
export const numberAt = (value: unknown, path: string) => typedAt(value, path, 'number') as number;
/** The array at a path. @throws Error when it is none */
export const listAt = (value: unknown, path: string) =>
  typedAt(value, path, 'array') as readonly unknown[];

function typedAt(value: unknown, path: string, type: TypeName): unknown {
  const found = valueAt(value, path);
  if (!isOfType(found, type)) throw new Error(`${path} is no ${type} in ${shown(value)}`);
  return found;
}

/** Whether a value is of a type of the tables. */
export function isOfType(value: unknown, type: TypeName): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'object') return isObject(value);
  if (type === 'string' || type === 'boolean') return typeof value === type;
  if (!Array.isArray(value)) return false;
  if (type === 'array of string') return value.every((each) => typeof each === 'string');
  return type === 'array' || value.every(isObject);
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Shortens a value for messages. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
