import { describe, expect, it } from 'vitest';
import { all, kept, moved, NOTHING_SELECTED, only, rangeTo, toggled } from './selection.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];

describe('the selection of rows', () => {
  it('moves by keyboard and stops at both ends', () => {
    const first = moved(NOTHING_SELECTED, KEYS, 'ArrowDown', false, 3);
    expect(first).toEqual(only('a'));
    expect(moved(only('e'), KEYS, 'ArrowDown', false, 3)).toEqual(only('e'));
    expect(moved(only('a'), KEYS, 'ArrowUp', false, 3)).toEqual(only('a'));
    expect(moved(only('c'), KEYS, 'End', false, 3)).toEqual(only('e'));
    expect(moved(only('a'), KEYS, 'PageDown', false, 3)).toEqual(only('d'));
    expect([...moved(only('e'), KEYS, 'PageUp', true, 3).chosen]).toEqual(['b', 'c', 'd', 'e']);
    expect(moved(NOTHING_SELECTED, [], 'ArrowDown', false, 3)).toEqual(NOTHING_SELECTED);
  });

  it('grows and shrinks from its anchor with Shift', () => {
    const two = moved(only('b'), KEYS, 'ArrowDown', true, 3);
    const three = moved(two, KEYS, 'ArrowDown', true, 3);
    expect([...three.chosen]).toEqual(['b', 'c', 'd']);
    expect([...moved(three, KEYS, 'ArrowUp', true, 3).chosen]).toEqual(['b', 'c']);
    expect([...rangeTo(three, KEYS, 'a').chosen]).toEqual(['a', 'b']);
  });

  it('takes single rows in and out, and all', () => {
    const two = toggled(only('a'), 'c');
    expect([...two.chosen]).toEqual(['a', 'c']);
    expect([...toggled(two, 'a').chosen]).toEqual(['c']);
    expect([...all(KEYS, two).chosen]).toEqual(KEYS);
  });

  it('goes to the row that took the place of one that is gone', () => {
    expect(kept(only('c'), ['a', 'b', 'd'], KEYS)).toEqual(only('d'));
    expect(kept(only('e'), ['a', 'b'], KEYS)).toEqual(only('b'));
    expect(kept(only('a'), [], KEYS)).toEqual(NOTHING_SELECTED);
    const some = rangeTo(only('a'), KEYS, 'c');
    expect([...kept(some, ['a', 'c', 'd'], KEYS).chosen]).toEqual(['a', 'c']);
    expect(kept(some, KEYS, KEYS)).toBe(some);
  });
});
