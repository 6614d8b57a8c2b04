import { patch as fixturePatch } from '../testing/studio-fixture.ts';
import { describe, expect, it } from 'vitest';
import type { Patch } from '../../../../shared/contract/photos.ts';
import {
  aroundResult,
  changeBetween,
  nameOfState,
  neighbour,
  NOW,
  ORIGINAL,
  resultsOfState,
  stateGroups,
} from './photo-states.ts';

function patch(number: number, state: Patch['state'] = 'applied'): Patch {
  return fixturePatch(`j${number}`, number, {
    id: `p${number}`,
    operation: number === 3 ? 'remove-text' : 'cleanup',
    rect: { x: 0, y: 0, width: 10, height: 10 },
    state,
  });
}

/** The second is hidden, the fourth was deleted. */
const patches = [patch(1), patch(2, 'hidden'), patch(3), patch(5)];
const kept = [{ number: 1, patchIds: ['p2', 'p4', 'p1'] }];

function shown(id: string): readonly number[] | undefined {
  return resultsOfState(id, patches, kept)?.map(({ number }) => number);
}

describe('a state of the photo', () => {
  it.each([
    [ORIGINAL, []],
    [NOW, [1, 3, 5]],
    ['after:p1', [1]],
    ['after:p2', [1, 2]],
    ['after:p3', [1, 3]],
    ['without:p3', [1, 5]],
    ['kept:1', [1, 2]],
  ])('%s shows the results %j', (id, numbers) => expect(shown(id)).toEqual(numbers));

  it('is none when its result is gone', () => {
    for (const id of ['after:p4', 'without:p4', 'kept:2', 'nonsense']) {
      expect(shown(id)).toBeUndefined();
    }
  });

  it('has a name, and the newest result comes first', () => {
    const groups = stateGroups(patches, kept);
    expect(groups.map(({ name, states }) => [name, states.length])).toEqual([
      [undefined, 2],
      ['Saved states', 1],
      ['After each result', 4],
      ['Now, without one result', 3],
    ]);
    expect(groups[2]?.states[0]).toEqual({ id: 'after:p5', name: 'After Clean-up 5' });
    expect(nameOfState('without:p3', groups)).toBe('Without Text removal 3');
    expect(nameOfState('without:p4', groups)).toBe('');
    expect(stateGroups([], []).map(({ name }) => name)).toEqual([undefined]);
  });

  it('is compared around a result so that only the result differs', () => {
    for (const each of patches) {
      const { first, second } = aroundResult(each);
      const before = shown(first) ?? [];
      const after = shown(second) ?? [];
      expect(before).not.toContain(each.number);
      expect(after).toContain(each.number);
    }
  });
});

describe('the neighbour of a result', () => {
  it.each([
    [undefined, 1, 1],
    [undefined, -1, 5],
    ['p1', 1, 3],
    ['p2', 1, 3],
    ['p2', -1, 1],
    ['p5', 1, 1],
    ['p1', -1, 5],
    ['gone', 1, 1],
  ] as const)('of %s in direction %d is %d', (from, direction, number) => {
    expect(neighbour(patches, from, direction)?.number).toBe(number);
  });

  it('is none when nothing is shown', () => {
    expect(neighbour([patch(1, 'hidden')], undefined, 1)).toBeUndefined();
  });
});

it('finds the area of results that only one of two states shows', () => {
  const [a, b, c] = [
    patch(1),
    { ...patch(2), rect: { x: 50, y: 60, width: 5, height: 5 } },
    patch(3),
  ];
  expect(changeBetween([a, b], [a])).toEqual(b.rect);
  expect(changeBetween([c], [c, b, a])).toEqual({ x: 0, y: 0, width: 55, height: 65 });
  expect(changeBetween([a], [a])).toBeUndefined();
  expect(changeBetween([], [])).toBeUndefined();
});
