/** Answers gone wrong, for property tests: good ones changed, cut, wrapped, or nothing of the kind. */
import * as fc from 'fast-check';
import { mutateText } from '../../../../testing/text-mutations.ts';

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

/** Any answer to a call whose good answer is known: damaged in every way, cut, or nothing of the kind. */
export function oddAnswers(goodAnswers: readonly unknown[]): fc.Arbitrary<OddAnswer> {
  const good = fc.constantFrom(...goodAnswers).map((answer) => JSON.stringify(answer));
  const body = fc.oneof(
    good.map((text) => Buffer.from(text)),
    { weight: 3, arbitrary: fc.tuple(good, fc.nat()).map(([text, seed]) => damaged(text, seed)) },
    fc.jsonValue({ maxDepth: 3 }).map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
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

function damaged(text: string, seed: number): Buffer {
  return Buffer.from(mutateText(text, seed));
}
