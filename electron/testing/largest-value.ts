/* oxlint-disable no-underscore-dangle -- Zod’s own way to the definition of a schema */
/** The largest value that a schema of the contract allows, made from the schema itself. */
import { z } from 'zod';

/** Three bytes each in UTF-8, as most characters of the world’s writings have. */
const CHARACTER = '字';

/** Texts that the contract allows in a form of their own: colours, hashes, paths. */
const FORMS = ['#a0b1c2', 'a0'.repeat(32), '/v3/chat'] as const;

/**
 * Lists end early once the value has `most` characters, since a list of lists may have more than a
 * computer can hold. @throws Error for a text or a list without a limit
 */
export function largestValue(schema: z.core.$ZodType, most: number): unknown {
  let left = most;

  function text(given: z.core.$ZodType): string {
    const form = FORMS.find((each) => z.core.safeParse(given, each).success);
    if (hasCheck(given, 'string_format') && form !== undefined) return form;
    const maximum = limitOf(given, 'max_length');
    if (maximum === undefined) throw new Error('A text has no limit.');
    const length = Math.min(maximum, Math.max(1, left));
    left -= length;
    return CHARACTER.repeat(length);
  }

  function list(given: z.core.$ZodArray): readonly unknown[] {
    const maximum = limitOf(given, 'max_length');
    if (maximum === undefined) throw new Error('A list has no limit.');
    const values: unknown[] = [];
    const least = limitOf(given, 'min_length') ?? 1;
    while (values.length < maximum && (values.length < least || left > 0)) {
      values.push(value(given._zod.def.element));
      left -= 20; // as long as a number is
    }
    // pairs, for one, are an even number
    return z.core.safeParse(given, values).success ? values : values.slice(0, -1);
  }

  function value(given: z.core.$ZodType): unknown {
    const { def } = (given as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'string':
        return text(given);
      case 'number':
        return limitOf(given, 'less_than') ?? limitOf(given, 'multiple_of') ?? 123_456;
      case 'boolean':
        return true;
      case 'literal':
        return def.values[0];
      case 'enum':
        return Object.values(def.entries).at(-1);
      case 'array':
        return list(given as z.core.$ZodArray);
      case 'tuple':
        return def.items.map(value);
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape).map(([name, field]) => [name, named(name, field)]),
        );
      case 'record':
        return { [String(value(def.keyType))]: value(def.valueType) };
      case 'union':
        return value(def.options.at(-1) ?? z.undefined());
      case 'pipe':
        return value(def.in);
      case 'optional':
      case 'nullable':
      case 'default':
      case 'readonly':
      case 'catch':
        return value(def.innerType);
      case 'lazy':
        return value(def.getter());
      case 'void':
      case 'undefined':
        return undefined;
      default:
        throw new Error(`No largest value of a schema of type ${def.type} is known.`);
    }
  }

  function named(name: string, field: z.core.$ZodType): unknown {
    try {
      return value(field);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }

  return value(schema);
}

function hasCheck(schema: z.core.$ZodType, check: string): boolean {
  return (schema._zod.def.checks ?? []).some((each) => each._zod.def.check === check);
}

/** The bound that a schema checks. */
function limitOf(
  schema: z.core.$ZodType,
  check: 'min_length' | 'max_length' | 'less_than' | 'multiple_of',
): number | undefined {
  for (const each of schema._zod.def.checks ?? []) {
    const { def } = each._zod;
    if (def.check !== check) continue;
    const bound = ['maximum', 'minimum', 'value']
      .map((name) => Reflect.get(def, name) as unknown)
      .find((each) => each !== undefined);
    if (typeof bound === 'number') return bound;
  }
  return undefined;
}
