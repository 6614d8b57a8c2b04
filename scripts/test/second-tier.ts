/**
 * The second tier proves in depth, or once more, what the first tier proves once. Its unit tests are
 * files called `*.long.test.ts` or `*-crash.test.ts`, and single tests with a tag.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tag of a unit test in a file of the first tier. */
export const SECOND_TIER_UNIT_TAG = 'second';

/** Relative to the project's folder. The second tier reads only these. */
export function taggedFiles(project: string): readonly string[] {
  const tag = new RegExp(String.raw`\btags\b.*'${SECOND_TIER_UNIT_TAG}'`, 'u');
  return globSync('{electron,renderer,scripts,shared}/**/*.test.{ts,tsx}', { cwd: project })
    .filter((path) => tag.test(readFileSync(join(project, path), 'utf8')))
    .toSorted();
}

/** The tag of an end-to-end test. */
export const SECOND_TIER_TAG = '@second';

/** The tag of an end-to-end test whose long form in the second tier has the same expectations. */
export const SHORT_FORM_TAG = '@short';
