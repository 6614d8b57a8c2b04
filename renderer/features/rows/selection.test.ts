import { describe, expect, it } from 'vitest';
import { selectAll, kept, NOTHING_SELECTED, selectOnly, extendTo, toggle } from './selection.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const at = (key: string) => ({ key, index: KEYS.indexOf(key) });

describe('the selection of rows', () => {
  it('adds and removes single rows, and selects all', () => {
    const two = toggle(selectOnly(at('a')), at('c'));
    expect([...two.keys]).toEqual(['a', 'c']);
    expect([...toggle(two, at('a')).keys]).toEqual(['c']);
    expect([...selectAll(KEYS, two).keys]).toEqual(KEYS);
    expect(selectAll(KEYS, two).focus).toEqual(at('c'));
    expect(selectAll([], two)).toBe(NOTHING_SELECTED);
  });

  it('selects a range from its anchor, alone or in addition', () => {
    const two = toggle(selectOnly(at('a')), at('c'));
    const alone = extendTo(two, at('e'), ['c', 'd', 'e'], false);
    expect([...alone.keys]).toEqual(['c', 'd', 'e']);
    expect([alone.focus, alone.anchor]).toEqual([at('e'), at('c')]);
    expect([...extendTo(two, at('e'), ['c', 'd', 'e'], true).keys]).toEqual(['a', 'c', 'd', 'e']);
  });

  it('moves to the row that replaced a removed one', () => {
    expect(kept(selectOnly(at('c')), ['a', 'b', 'd'], KEYS)).toEqual(
      selectOnly({ key: 'd', index: 2 }),
    );
    expect(kept(selectOnly(at('e')), ['a', 'b'], KEYS)).toEqual(selectOnly(at('b')));
    expect(kept(selectOnly(at('a')), [], KEYS)).toEqual(NOTHING_SELECTED);
    const some = extendTo(selectOnly(at('a')), at('c'), ['a', 'b', 'c'], false);
    expect([...kept(some, ['a', 'c', 'd'], KEYS).keys]).toEqual(['a', 'c']);
    expect(kept(some, KEYS, KEYS)).toBe(some);
  });

  it('continues from its anchor while that exists, else from the current row', () => {
    const some = extendTo(selectOnly(at('b')), at('d'), ['b', 'c', 'd'], false);
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
