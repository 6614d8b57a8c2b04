/**
 * What the tests of the second tier have in common: they prove in depth, or once more, what the first proves
 * once. Kills of real processes, random schedules, files with random damage, large values, more photos and
 * sizes, a second look at every screen, the practice service beside its specification. `npm test` leaves them
 * out, `npm run test:all` and `npm run test:deep` run them.
 *
 * Whole files of unit tests are named here, wherever they are: one that moves stays in its tier, and one that
 * is renamed falls back into the first, so that none is ever lost. Single unit tests (`{ tags: 'second' }`) and
 * end-to-end tests (`@second`) say it themselves.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  'memory.test.ts',
  // the same once more, with other photos
  'faceless-photos.test.ts',
  // the object tool once more, with other shapes and kinds of pixels, and blurred
  'object-shapes.test.ts',
  'soft-rim.test.ts',
  // every selecting tool on pictures of a few pixels
  'thin-pictures.test.ts',
  // people, who are found end to end
  'select-people.test.ts',
];

/** The tag of a unit test of the second tier, in a file of the first. */
export const SECOND_TIER_UNIT_TAG = 'second';

/** Files with such a test, from the project's folder: the others need not be read for the second tier. */
export function taggedFiles(project: string): readonly string[] {
  const tag = new RegExp(String.raw`\btags\b.*'${SECOND_TIER_UNIT_TAG}'`, 'u');
  return globSync('{electron,renderer,scripts,shared}/**/*.test.{ts,tsx}', { cwd: project })
    .filter((path) => tag.test(readFileSync(join(project, path), 'utf8')))
    .toSorted();
}

/** The practice service beside the specification, from outside; its own tests are in the first tier. */
export const CONFORMANCE = 'e2e/conformance/*.test.ts';

/** The tag of an end-to-end test of the second tier. */
export const SECOND_TIER_TAG = '@second';

/** Specs without a test in the first tier: what they look at closely, others of the first tier meet. */
export const SECOND_TIER_SPECS: readonly string[] = [
  // real processes, killed in the middle
  'kills.spec.ts',
  // random moments
  'chat-reload.spec.ts',
  // large files, lists and answers
  'chat-burst.spec.ts',
  'chat-reading.spec.ts',
  'large-values.spec.ts',
  'lists.spec.ts',
  // the whole way once more, with other files
  'real-files.spec.ts',
  // the films of practice as Chromium sees them
  'practice-video.spec.ts',
  // a photo's tools by hand, in small windows, and with other photos: `object`, `clean-up` and `photos` have one
  'hands.spec.ts',
  'people.spec.ts',
  'perception.spec.ts',
  'sizes.spec.ts',
  'strip.spec.ts',
  // all that a player and the palette can do: `video`, `accessibility` and `shell` have the main acts
  'palette.spec.ts',
  'video-player.spec.ts',
  // what is tested file by file without a window: backups (and `restored`), followed folders
  'recipe-follows.spec.ts',
  'storage.spec.ts',
  // every screen in both themes, counted
  'face.spec.ts',
  // the whole program in a network of its own
  'unasked.spec.ts',
];
