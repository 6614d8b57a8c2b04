/**
 * Repetitions of random tests: a few in `npm test`, many times in `npm run test:deep`
 * (`GESSO_TEST_DEPTH=deep`). Depth changes the number of repetitions only: every kind of job and every
 * step is met at either.
 */

/** The first value in `npm test`, the second in `npm run test:deep`. */
export function byDepth<Value>(usual: Value, deep: Value): Value {
  return process.env['GESSO_TEST_DEPTH'] === 'deep' ? deep : usual;
}
