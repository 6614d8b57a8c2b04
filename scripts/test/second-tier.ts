/**
 * The second tier of the unit tests: kills of real processes, large files, random schedules and files
 * with random damage. `npm test` leaves them out, `npm run test:all` and `npm run test:deep` run them.
 *
 * Names of files, wherever they are: a test that moves stays in its tier, and one that is renamed falls
 * back into the first, so that none is ever lost.
 */
export const SECOND_TIER: readonly string[] = [
  // real processes, killed at every step
  '*-crash.test.ts',
  // random schedules
  'job-random.test.ts',
  'job-schedules.test.ts',
  'random-tree.test.ts',
  // random damage
  'damaged-clip.test.ts',
  'damaged-texts.test.ts',
  'mutated-files.test.ts',
  // large files
  'large-photo.test.ts',
  'large-upload.test.ts',
];
