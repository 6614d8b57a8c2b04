import { describe, expect, it } from 'vitest';
import { patch } from '../testing/studio-fixture.ts';
import { withPatch } from './patches.ts';

describe('adding a result', () => {
  it('places it by its number, whatever the order of results', () => {
    const all = [patch('c', 3), patch('a', 1), patch('b', 2)];
    const listed = all.reduce<readonly ReturnType<typeof patch>[]>(withPatch, []);
    expect(listed.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('replaces its earlier version', () => {
    const listed = withPatch([patch('a', 1), patch('b', 2)], patch('a', 1, { state: 'hidden' }));
    expect(listed.map(({ state }) => state)).toEqual(['hidden', 'applied']);
  });
});
