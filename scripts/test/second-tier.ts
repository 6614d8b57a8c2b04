/**
 * The second tier of the tests: kills of real processes, large files, random schedules, files with
 * random damage, and what is tested once more with other files. `npm test` leaves them out, `npm run test:all` and `npm run test:deep` run them.
 *
 * Names of files, wherever they are: a test that moves stays in its tier, and one that is renamed falls
 * back into the first, so that none is ever lost.
 */

/** Unit tests, below `electron`. */
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
  // large files and values
  'import-limits.test.ts',
  'large-photo.test.ts',
  'large-upload.test.ts',
  'largest-values.test.ts',
  // the same once more, with other photos
  'faceless-photos.test.ts',
  'remove-text-photos.test.ts',
];

/** End-to-end tests, below `e2e`. */
export const SECOND_TIER_SPECS: readonly string[] = [
  // real processes, killed in the middle
  'kills.spec.ts',
  // random moments
  'chat-reload.spec.ts',
  // large files and answers
  'chat-burst.spec.ts',
  'large-values.spec.ts',
  // the whole way once more, with other files
  'real-files.spec.ts',
];
