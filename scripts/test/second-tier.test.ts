import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SECOND_TIER, SECOND_TIER_SPECS } from './second-tier.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

it.each(SECOND_TIER)('the second tier has tests called %s', (name) => {
  expect(globSync(`electron/**/${name}`, { cwd: PROJECT })).not.toEqual([]);
});

it.each(SECOND_TIER_SPECS)('the second tier has end-to-end tests called %s', (name) => {
  expect(globSync(`e2e/**/${name}`, { cwd: PROJECT })).not.toEqual([]);
});

it('the tiers of the end-to-end tests have every file between them, none twice', async () => {
  const { default: config } = await import('../../playwright.config.ts');
  const [first, second] = ['first', 'second'].map((name) =>
    config.projects?.find((project) => project.name === name),
  );
  const longOnes = SECOND_TIER_SPECS.map((name) => `**/${name}`);
  expect(config.projects).toHaveLength(2);
  expect(first).toEqual({ name: 'first', testIgnore: longOnes });
  expect(second).toEqual({ name: 'second', testMatch: longOnes });
});

it('the tiers of the unit tests have every file between them, none twice', async () => {
  const { default: config } = await import('../../vitest.config.ts');
  const projects = config.test?.projects ?? [];
  const named = projects.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test] : [],
  );
  const [programs, apart, long] = ['programs', 'apart', 'long'].map((name) =>
    named.find((test) => test?.name === name),
  );
  const longOnes = SECOND_TIER.map((name) => `electron/**/${name}`);
  expect(long?.include).toEqual(longOnes);
  expect(programs?.exclude).toEqual(expect.arrayContaining(longOnes));
  // what needs a process of its own is named by its path, which has to exist
  const alone = apart?.include ?? [];
  expect(programs?.exclude).toEqual(expect.arrayContaining([...alone]));
  expect(globSync([...alone], { cwd: PROJECT })).toHaveLength(alone.length);
});
