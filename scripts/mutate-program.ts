/**
 * `npm run test:mutate -- [--count N] [--seed N] [--ref REF]` changes random lines, one at a time,
 * and counts how many the tests of each tier notice.
 * Works on a copy of a commit in a temporary folder. Outcomes go to `test-results`, from which an
 * interrupted run resumes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SECOND_TIER_UNIT_TAG } from './test/second-tier.ts';
import { chance, mutated, mutationsOf } from './test/mutations.ts';

const PROJECT = resolve(import.meta.dirname, '..');

/** Longest test run of one change, ms; a hang counts as noticed. */
const LONGEST = 600_000;

interface Outcome {
  readonly path: string;
  readonly line: number;
  readonly what: string;
  readonly after: string;
  /** The first tier that noticed it; missing if none did. */
  readonly noticedBy?: Tier | undefined;
  /** No test failed within {@link LONGEST}, which on a busy machine says little. */
  readonly hasHung?: boolean | undefined;
}

type Tier = 'first' | 'second';
type End = 'passed' | 'failed' | 'hung';

/** As `npm test` and `npm run test:all` run them; a commit may be older than the tag. */
function runsOf(tier: Tier): readonly (readonly string[])[] {
  const first = ['--project=parts', '--project=programs', '--project=apart'];
  const hasTag = readFileSync(join(copy, 'vitest.config.ts'), 'utf8').includes('tags:');
  const tagged = (filter: string) => (hasTag ? [`--tagsFilter=${filter}`] : []);
  if (tier === 'first') return [[...first, ...tagged(`!${SECOND_TIER_UNIT_TAG}`)]];
  return [['--project=long'], ...(hasTag ? [tagged(SECOND_TIER_UNIT_TAG)] : [])];
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    ref: { type: 'string', default: 'HEAD' },
  },
});
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).trim();
const commit = git('rev-parse', values.ref);
const results = join(
  PROJECT,
  'test-results',
  `mutations-${commit.slice(0, 8)}-${values.seed}.json`,
);
mkdirSync(join(PROJECT, 'test-results'), { recursive: true });
const outcomes = (
  existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : []
) as Outcome[];

const copy = join(mkdtempSync(join(tmpdir(), 'gesso-mutations-')), 'gesso');
git('worktree', 'add', '--detach', copy, commit);
try {
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
  const sources = globSync('{electron/backend,renderer,shared}/**/*.{ts,tsx}', { cwd: copy })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//u.test(path))
    .toSorted();
  const next = chance(Number(values.seed));
  for (let index = 0; index < Number(values.count); index++) {
    const path = sources[next(sources.length)] ?? '';
    const source = readFileSync(join(copy, path), 'utf8');
    const mutations = mutationsOf(source);
    const mutation = mutations[next(mutations.length)];
    if (mutation === undefined) {
      index -= 1; // a file of types alone
      continue;
    }
    if (outcomes[index] !== undefined) continue;
    writeFileSync(join(copy, path), mutated(source, mutation));
    let hasHung = false;
    const noticedBy = (['first', 'second'] as const).find((tier) => {
      const end = endOf(path, tier);
      hasHung ||= end === 'hung';
      return end !== 'passed';
    });
    writeFileSync(join(copy, path), source);
    const { line, what, after } = mutation;
    outcomes[index] = { path, line, what, after: after.trim(), noticedBy, hasHung };
    writeFileSync(results, `${JSON.stringify(outcomes, undefined, 2)}\n`);
    process.stdout.write(
      `${noticedBy ?? 'none'}${hasHung ? ' (hung)' : ''}: ${path}:${line}  ${what}: ${after.trim()}\n`,
    );
  }
} finally {
  git('worktree', 'remove', '--force', copy);
  rmSync(resolve(copy, '..'), { recursive: true, force: true });
}
const by = (tier: Tier) => outcomes.filter(({ noticedBy }) => noticedBy === tier).length;
process.stdout.write(
  `${by('first') + by('second')} of ${outcomes.length} changes were noticed, ${by('second')} of them by the second tier alone\n`,
);

/** Runs the tests next to a changed file first: they are few and mostly notice. */
function endOf(path: string, tier: Tier): End {
  const near = tier === 'first' ? endOfTests(tier, ['run', `${dirname(path)}/`]) : 'passed';
  return near === 'passed' ? endOfTests(tier, ['related', '--run', path]) : near;
}

function endOfTests(tier: Tier, which: readonly string[]): End {
  for (const tests of runsOf(tier)) {
    const { status, signal } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...which, '--bail=1', '--passWithNoTests', ...tests],
      { cwd: copy, stdio: 'ignore', timeout: LONGEST },
    );
    if (status !== 0) return signal === null ? 'failed' : 'hung';
  }
  return 'passed';
}
