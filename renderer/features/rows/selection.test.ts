import { describe, expect, it } from 'vitest';
import { all, kept, NOTHING_SELECTED, only, ranged, toggled } from './selection.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const at = (key: string) => ({ key, index: KEYS.indexOf(key) });

describe('the selection of rows', () => {
  it('adds and removes single rows, and selects all', () => {
    const two = toggled(only(at('a')), at('c'));
    expect([...two.keys]).toEqual(['a', 'c']);
    expect([...toggled(two, at('a')).keys]).toEqual(['c']);
    expect([...all(KEYS, two).keys]).toEqual(KEYS);
    expect(all(KEYS, two).focus).toEqual(at('c'));
    expect(all([], two)).toBe(NOTHING_SELECTED);
  });

  it('selects a range from its anchor, alone or in addition', () => {
    const two = toggled(only(at('a')), at('c'));
    const alone = ranged(two, at('e'), ['c', 'd', 'e'], false);
    expect([...alone.keys]).toEqual(['c', 'd', 'e']);
    expect([alone.focus, alone.anchor]).toEqual([at('e'), at('c')]);
    expect([...ranged(two, at('e'), ['c', 'd', 'e'], true).keys]).toEqual(['a', 'c', 'd', 'e']);
  });

  it('moves to the row that replaced a removed one', () => {
    expect(kept(only(at('c')), ['a', 'b', 'd'], KEYS)).toEqual(only({ key: 'd', index: 2 }));
    expect(kept(only(at('e')), ['a', 'b'], KEYS)).toEqual(only(at('b')));
    expect(kept(only(at('a')), [], KEYS)).toEqual(NOTHING_SELECTED);
    const some = ranged(only(at('a')), at('c'), ['a', 'b', 'c'], false);
    expect([...kept(some, ['a', 'c', 'd'], KEYS).keys]).toEqual(['a', 'c']);
    expect(kept(some, KEYS, KEYS)).toBe(some);
  });

  it('continues from its anchor while that exists, else from the current row', () => {
    const some = ranged(only(at('b')), at('d'), ['b', 'c', 'd'], false);
    expect(kept(some, ['a', 'b', 'd', 'e'], KEYS)).toMatchObject({
      focus: at('d'),
      anchor: at('b'),
    });
    expect(kept(some, ['a', 'c', 'd', 'e'], KEYS)).toMatchObject({
      focus: at('d'),
      anchor: at('d'),
    });
  });
});
