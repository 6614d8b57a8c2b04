/** Answers gone wrong, for property tests: good ones changed, cut, wrapped, or nothing of the kind. */
import * as fc from 'fast-check';

/** An answer as a server sends it. */
export interface OddAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes after which the connection breaks; `undefined`: it does not. */
  readonly cutAfter: number | undefined;
}

const STATUSES = [
  200, 200, 200, 200, 201, 202, 204, 206, 301, 302, 304, 400, 401, 403, 404,
] as const;
const MORE_STATUSES = [
  405, 409, 410, 413, 415, 416, 418, 422, 429, 451, 500, 502, 503, 599,
] as const;

/** Values that services are known to send in the place of others, and some that no service should send. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', '0', 0, -1, true, [], {}, [null], 'null', 1e308, '1e999'),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    'constructor',
    '__proto__',
    'https://[',
    'data:,',
    '\u0000',
    'A'.repeat(500),
  ),
);

/** Replaces, removes or adds one value somewhere inside. */
function mutated(good: unknown): fc.Arbitrary<unknown> {
  const places = pathsOf(good);
  return fc
    .record({
      path: fc.constantFrom(...places),
      value: oddValue,
      how: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
    })
    .map(({ path, value, how }) => changed(good, path, value, how));
}

/** Any answer to a call whose good answer is known. */
export function oddAnswers(goodAnswers: readonly unknown[]): fc.Arbitrary<OddAnswer> {
  const json = fc
    .constantFrom(...goodAnswers)
    .chain((good) =>
      fc.oneof(
        fc.constant(good),
        mutated(good),
        mutated(good).chain(mutated),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    );
  const text = json.map((value) => JSON.stringify(value));
  const body = fc.oneof(
    text.map((value) => Buffer.from(value)),
    fc
      .tuple(text, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([value, share]) => Buffer.from(value).subarray(0, Math.floor(share * value.length))),
    text.map((value) => Buffer.from(`\uFEFF ${value}\n`)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.string().map((value) => Buffer.from(value)),
    fc
      .constantFrom('<!doctype html><p>', '<Error><Code>X</Code></Error>', 'data: {}\n\n', '[DONE]')
      .map((value) => Buffer.from(value)),
  );
  return fc.record({
    status: fc.constantFrom(...STATUSES, ...MORE_STATUSES),
    headers: fc.record(
      {
        'content-type': fc.constantFrom('application/json', 'text/html', 'image/png', 'odd'),
        'retry-after': fc.constantFrom(
          '0',
          '-1',
          'soon',
          '99999999999',
          'Wed, 21 Oct 2015 07:28:00 GMT',
        ),
        'content-encoding': fc.constantFrom('identity', 'gzip', 'br', 'odd'),
        location: fc.constantFrom('/', 'https://169.254.169.254/', 'http://[', ''),
        'content-range': fc.constantFrom('bytes 0-1/2', 'bytes */5', 'odd'),
        etag: fc.constantFrom('"a"', 'W/"a"', 'odd'),
      },
      { requiredKeys: [] },
    ),
    body,
    cutAfter: fc.option(fc.nat(200), { nil: undefined, freq: 4 }),
  });
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, prefix: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [prefix];
  const inner = Object.entries(value).flatMap(([key, entry]) =>
    pathsOf(entry, [...prefix, Array.isArray(value) ? Number(key) : key]),
  );
  return [prefix, ...inner];
}

function changed(
  value: unknown,
  path: Path,
  replacement: unknown,
  how: 'replace' | 'remove' | 'add',
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (how !== 'add' || typeof value !== 'object' || value === null) return replacement;
    return Array.isArray(value) ? [...value, replacement] : { ...value, odd: replacement };
  }
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    if (how === 'remove' && rest.length === 0) return entries.filter((_entry, at) => at !== key);
    return entries.map((entry, at) =>
      at === key ? changed(entry, rest, replacement, how) : entry,
    );
  }
  const entries = Object.entries(value as object).flatMap(([name, entry]) => {
    if (name !== key) return [[name, entry] as const];
    if (how === 'remove' && rest.length === 0) return [];
    return [[name, changed(entry, rest, replacement, how)] as const];
  });
  return Object.fromEntries(entries);
}
