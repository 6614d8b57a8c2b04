import { describe, expect, it } from 'vitest';
import { kept, NOTHING_SELECTED, selectOnly, extendTo } from './selection.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const at = (key: string) => ({ key, index: KEYS.indexOf(key) });

describe('the selection of rows', () => {
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
