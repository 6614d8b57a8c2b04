import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SECOND_TIER } from './second-tier.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

it.each(SECOND_TIER)('the second tier has tests called %s', (name) => {
  expect(globSync(`electron/**/${name}`, { cwd: PROJECT })).not.toEqual([]);
});

it('the tiers of the unit tests have every file between them, none twice', async () => {
  const { default: config } = await import('../../vitest.config.ts');
  const projects = config.test?.projects ?? [];
  const named = projects.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test] : [],
  );
  const [programs, long] = ['programs', 'long'].map((name) =>
    named.find((test) => test?.name === name),
  );
  const longOnes = SECOND_TIER.map((name) => `electron/**/${name}`);
  expect(long?.include).toEqual(longOnes);
  expect(programs?.exclude).toEqual(expect.arrayContaining(longOnes));
});
