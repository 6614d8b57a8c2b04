/** The fields of a steering call, read one by one, so that a misspelt one is refused. */
import { invalidBody } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type JsonObject, parseJsonObject } from '../pictures/json-body.ts';
import type { RequestContext } from '../router.ts';

/** Reads fields; each reading takes its field away. All throw ServiceError 400 for another type. */
export interface Fields {
  any(name: string): unknown;
  text(name: string, otherwise?: string): string;
  texts(name: string): Readonly<Record<string, string>>;
  flag(name: string, otherwise?: boolean): boolean;
  /** A whole number from `least` to `most`, both included. */
  integer(name: string, otherwise: number, least: number, most: number): number;
  optionalInteger(name: string, least: number, most: number): number | null;
  /** Refuses fields that have not been read. */
  checkNothingLeft(): void;
}

/**
 * Reads the body of a steering call.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY unless it is a JSON object
 */
export async function receiveFields(context: RequestContext): Promise<Fields> {
  return readFields(await receiveObject(context));
}

/** As `receiveFields`, for a call that has to know which fields there are. */
export async function receiveObject(context: RequestContext): Promise<JsonObject> {
  return parseJsonObject(await context.readJsonBytes(LIMITS.practiceBodyBytes));
}

/** The fields of a JSON object. */
export function readFields(value: JsonObject): Fields {
  const left = new Map<string, unknown>(Object.entries(value));
  function any(name: string): unknown {
    const found = left.get(name);
    left.delete(name);
    return found;
  }
  function optionalInteger(name: string, least: number, most: number): number | null {
    const found = any(name) ?? null;
    if (found === null) return null;
    if (typeof found === 'number' && Number.isInteger(found) && found >= least && found <= most) {
      return found;
    }
    throw invalidBody(`${name} is not a whole number from ${least} to ${most}.`);
  }
  return {
    any,
    optionalInteger,
    integer: (name, otherwise, least, most) => optionalInteger(name, least, most) ?? otherwise,
    text: (name, otherwise) => {
      const found = any(name) ?? otherwise;
      if (typeof found !== 'string') throw invalidBody(`${name} is not a string.`);
      return found;
    },
    texts: (name) => {
      const found = any(name) ?? {};
      if (typeof found !== 'object') throw invalidBody(`${name} is not an object.`);
      return Object.fromEntries(Object.entries(found).map(([key, text]) => [key, String(text)]));
    },
    flag: (name, otherwise = false) => {
      const found = any(name) ?? otherwise;
      if (typeof found !== 'boolean') throw invalidBody(`${name} is not true or false.`);
      return found;
    },
    checkNothingLeft: () => {
      for (const name of left.keys()) throw invalidBody(`${name} means nothing here.`);
    },
  };
}
