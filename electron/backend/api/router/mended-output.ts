/**
 * Removes the smallest invalid part (a field, else its parent, else a list entry), so that one
 * value never hides the rest.
 */
import { eventIterator, getEventIteratorSchemaDetails, type AnySchema } from '@orpc/contract';
import { isProcedure, Procedure, type AnyRouter } from '@orpc/server';

type Path = readonly PropertyKey[];
type Schema = Pick<AnySchema, '~standard'>;
type Issue = Parameters<typeof pathOf>[0];

/** Most rounds of removal; contracts are nested less deep. */
const MOST_ROUNDS = 20;

/** @param onLeftOut called with the procedure's name and removed paths */
export function withMendedOutputs<Router extends AnyRouter>(
  procedures: Router,
  onLeftOut: (procedure: string, places: readonly string[]) => void,
): Router {
  return mendedRouter(procedures, []) as Router;

  function mendedRouter(router: AnyRouter, path: readonly string[]): AnyRouter {
    if (!isProcedure(router)) {
      return Object.fromEntries(
        Object.entries(router).map(([name, inner]) => [
          name,
          mendedRouter(inner as AnyRouter, [...path, name]),
        ]),
      );
    }
    const { outputSchema, ...rest } = router['~orpc'];
    if (outputSchema === undefined) return router;
    const name = path.join('.');
    const details = getEventIteratorSchemaDetails(outputSchema);
    return new Procedure({
      ...rest,
      outputSchema:
        details === undefined
          ? mended(outputSchema, name)
          : eventIterator(mended(details.yields, name), details.returns),
    });
  }

  function mended(schema: AnySchema, name: string): AnySchema {
    const standard = schema['~standard'];
    return {
      '~standard': {
        ...standard,
        async validate(value: unknown) {
          const result = await standard.validate(value);
          if (result.issues === undefined) return result;
          const mend = await mendedValue(schema, value, result.issues);
          if (mend === undefined) return result;
          onLeftOut(name, mend.places);
          return mend.result;
        },
      },
    };
  }
}

/** @returns `undefined` if no removal makes it valid */
async function mendedValue(schema: Schema, value: unknown, first: readonly Issue[]) {
  const leftOut = new Set<string>();
  const places: string[] = [];
  let current = value;
  let issues = first;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const paths = new Map<string, Path>();
    for (const issue of issues) {
      for (const path of pathsOf(issue)) {
        // A removed field is required: remove its parent.
        let shorter = path;
        while (shorter.length > 0 && leftOut.has(nameOf(shorter))) shorter = shorter.slice(0, -1);
        if (shorter.length === 0) return undefined;
        paths.set(nameOf(shorter), shorter);
      }
    }
    const hasEntries = [...paths.values()].some((path) => isEntry(current, path));
    if (hasEntries) leftOut.clear(); // Later entries have other indices now.
    for (const [name, path] of paths) {
      if (!hasEntries) leftOut.add(name);
      places.push(name);
      current = without(current, path);
    }
    current = withoutHoles(current);
    const result = await schema['~standard'].validate(current);
    if (result.issues === undefined) return { result, places };
    ({ issues } = result);
  }
  return undefined;
}

function isEntry(value: unknown, path: Path): boolean {
  let container = value;
  for (const key of path.slice(0, -1)) {
    if (typeof container !== 'object' || container === null) return false;
    container = Reflect.get(container, key);
  }
  return Array.isArray(container);
}

/** Marks a removed entry, so that other indices stay valid. */
const HOLE = Symbol('hole');

function without(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return entries.map((entry, at) => {
      if (at !== Number(key)) return entry;
      return rest.length === 0 ? HOLE : without(entry, rest);
    });
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      if (name !== String(key)) return [[name, entry]];
      return rest.length === 0 ? [] : [[name, without(entry, rest)]];
    }),
  );
}

/** Keeps objects that are not plain, such as bytes. */
function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((entry) => entry !== HOLE).map((entry: unknown) => withoutHoles(entry));
  }
  const isPlain =
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  if (!isPlain) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withoutHoles(entry)]),
  );
}

/** Unknown fields are listed separately in the issue. */
function pathsOf(issue: Issue & { readonly keys?: readonly string[] }): readonly Path[] {
  const path = pathOf(issue);
  return issue.keys === undefined ? [path] : issue.keys.map((key) => [...path, key]);
}

function pathOf({
  path = [],
}: {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}): Path {
  return path.map((part) => (typeof part === 'object' ? part.key : part));
}

function nameOf(path: Path): string {
  return path.map(String).join('.');
}
