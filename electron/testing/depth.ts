/** Depth changes the number of repetitions only: every kind of job and every step is met at either. */

/** The first value in `npm test`, the second in `npm run test:deep`. */
export function byDepth<Value>(usual: Value, deep: Value): Value {
  return process.env['GESSO_TEST_DEPTH'] === 'deep' ? deep : usual;
}
