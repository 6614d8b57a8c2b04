/**
 * Proves in depth, or once more, what the first tier proves once.
 * Names test files wherever they are; a renamed file falls back into the first tier. Single tests
 * have the tag `second`, or `@second` end to end.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of unit tests below `electron`. */
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

/** Relative to the project's folder. The second tier reads only these. */
export function taggedFiles(project: string): readonly string[] {
  const tag = new RegExp(String.raw`\btags\b.*'${SECOND_TIER_UNIT_TAG}'`, 'u');
  return globSync('{electron,renderer,scripts,shared}/**/*.test.{ts,tsx}', { cwd: project })
    .filter((path) => tag.test(readFileSync(join(project, path), 'utf8')))
    .toSorted();
}

export const CONFORMANCE = 'e2e/conformance/*.test.ts';

/** The tag of an end-to-end test of the second tier. */
export const SECOND_TIER_TAG = '@second';

/** Specs without a test in the first tier, where others meet what they test. */
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
  // tools by hand, in small windows, and with other photos; `object`, `clean-up` and `photos` have
  // tests in the first tier
  'hands.spec.ts',
  'people.spec.ts',
  'perception.spec.ts',
  'sizes.spec.ts',
  'strip.spec.ts',
  // details of the player and the palette; `video`, `accessibility` and `shell` have the main acts
  'palette.spec.ts',
  'video-player.spec.ts',
  // tested without a window file by file: backups (and `restored`), followed folders
  'recipe-follows.spec.ts',
  'storage.spec.ts',
  // every screen in both themes, counted
  'face.spec.ts',
  // the whole program in a network of its own
  'unasked.spec.ts',
];
