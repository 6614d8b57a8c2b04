/** Real answers in another shape, as services of this kind send them, too. */
import { invalidBody } from '../errors.ts';
import { isObject } from '../pictures/json-body.ts';
import type { Fields } from './fields.ts';

/** The real answer with another shape, as services of this kind send it too. */
export type JsonFaultAction =
  /** Fields replaced, added, or (null) taken out: a JSON merge patch (RFC 7396). */
  | { readonly kind: 'merge'; readonly patch: unknown }
  /** `data:image/…;base64,` before every picture. */
  | { readonly kind: 'data-prefix' }
  | { readonly kind: 'numbers-as-strings' }
  | { readonly kind: 'null-lists' }
  /** An unknown field in every object. */
  | { readonly kind: 'unknown-fields' };

/** Reads the fields of such a fault, or gives null for a kind that is none. */
export function readJsonFault(kind: string, fields: Fields): JsonFaultAction | null {
  switch (kind) {
    case 'merge': {
      const patch = fields.any('patch');
      if (patch === undefined) throw invalidBody('patch is missing.');
      return { kind, patch };
    }
    case 'data-prefix':
    case 'numbers-as-strings':
    case 'null-lists':
    case 'unknown-fields':
      return { kind };
    default:
      return null;
  }
}

/** Applies a fault to the JSON of an answer. */
export function reshape(action: JsonFaultAction, value: unknown): unknown {
  switch (action.kind) {
    case 'merge':
      return merged(value, action.patch);
    case 'data-prefix':
      return mapped(value, (each, key) =>
        key === 'image_file' && typeof each === 'string' ? `data:image/png;base64,${each}` : each,
      );
    case 'numbers-as-strings':
      return mapped(value, (each) => (typeof each === 'number' ? String(each) : each));
    case 'null-lists':
      return mapped(value, (each) => (Array.isArray(each) ? null : each));
    case 'unknown-fields':
      return mapped(value, (each) =>
        isObject(each) ? { ...each, practice_unknown: { list: [1, null], text: 'new' } } : each,
      );
  }
}

function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete result[name];
    else result[name] = merged(result[name], change);
  }
  return result;
}

/** Changes a value and all that is in it, from the outside inwards. */
function mapped(
  value: unknown,
  change: (value: unknown, key: string) => unknown,
  key = '',
): unknown {
  const changed = change(value, key);
  if (Array.isArray(changed)) return changed.map((each: unknown) => mapped(each, change));
  if (!isObject(changed)) return changed;
  // A value that the change itself put in is not changed again.
  const own = isObject(value) ? value : {};
  return Object.fromEntries(
    Object.entries(changed).map(([name, each]) => [
      name,
      name in own ? mapped(each, change, name) : each,
    ]),
  );
}
