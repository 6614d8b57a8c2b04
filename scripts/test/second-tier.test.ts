import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  CONFORMANCE,
  SECOND_TIER,
  SECOND_TIER_SPECS,
  SECOND_TIER_TAG,
  SECOND_TIER_UNIT_TAG,
  taggedFiles,
} from './second-tier.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

it.each(SECOND_TIER)('the second tier has tests called %s', (name) => {
  expect(globSync(`electron/**/${name}`, { cwd: PROJECT })).not.toEqual([]);
});

it('the tiers of the end-to-end tests contain every test exactly once', async () => {
  const { default: config } = await import('../../playwright.config.ts');
  const tag = new RegExp(SECOND_TIER_TAG, 'u');
  expect(config.projects).toEqual([
    { name: 'first', grepInvert: tag, expect: { timeout: 10_000 } },
    { name: 'second', grep: tag, expect: { timeout: 30_000 } },
  ]);
});

it('every end-to-end file has a test in the first tier, except for named ones', () => {
  const specs = globSync('e2e/{browser,canvas,viewer,clips}/**/*.spec.ts', { cwd: PROJECT });
  const wholly = specs.filter((path) => {
    const source = readFileSync(resolve(PROJECT, path), 'utf8');
    const tags = [...source.matchAll(/\{ tag: '([^']*)' \}/gu)].map(([, tag]) => tag);
    expect(
      tags.filter((tag) => tag !== SECOND_TIER_TAG),
      path,
    ).toEqual([]);
    return tags.length === [...source.matchAll(/^\s*test\(/gmu)].length;
  });
  expect(wholly.map((path) => basename(path)).toSorted()).toEqual(SECOND_TIER_SPECS.toSorted());
});

it('the tiers of the unit tests contain every file exactly once', async () => {
  const { default: config } = await import('../../vitest.config.ts');
  const projects = config.test?.projects ?? [];
  const named = projects.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test] : [],
  );
  const [programs, apart, long] = ['programs', 'apart', 'long'].map((name) =>
    named.find((test) => test?.name === name),
  );
  const longOnes = [...SECOND_TIER.map((name) => `electron/**/${name}`), CONFORMANCE];
  expect(long?.include).toEqual(longOnes);
  expect(programs?.exclude).toEqual(expect.arrayContaining(longOnes));
  // what needs a process of its own is named by its path, which has to exist
  const alone = apart?.include ?? [];
  expect(programs?.exclude).toEqual(expect.arrayContaining([...alone]));
  expect(globSync([...alone], { cwd: PROJECT })).toHaveLength(alone.length);
});

it('finds a file with a tagged unit test by its tag, and keeps a test of it in the first tier', async () => {
  const { default: config } = await import('../../vitest.config.ts');
  expect(config.test?.tags?.map(({ name }) => name)).toEqual([SECOND_TIER_UNIT_TAG]);
  const found = taggedFiles(PROJECT);
  expect(found.length).toBeGreaterThan(10);
  const whole = SECOND_TIER.flatMap((name) => globSync(`electron/**/${name}`, { cwd: PROJECT }));
  expect(whole.filter((path) => found.includes(path))).toEqual([]);
  for (const path of found) {
    const source = readFileSync(resolve(PROJECT, path), 'utf8');
    const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
    const tagged = count(new RegExp(String.raw`\btags\b.*'${SECOND_TIER_UNIT_TAG}'`, 'gu'));
    expect(count(/^\s*(?:it|test)(?:\.\w+)*\(/gmu), path).toBeGreaterThan(tagged);
  }
});
