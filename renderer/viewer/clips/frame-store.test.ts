import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameStore } from './frame-store.ts';

function fixture(cap: number) {
  const gone: string[] = [];
  const open = new Set<object>();
  const store = createFrameStore<{ close(): void }>(cap, (clip) => gone.push(clip));
  const add = (clip: string, index: number, bytes: number) => {
    const picture = { close: () => void open.delete(picture) };
    open.add(picture);
    return store.add(clip, index, picture, bytes);
  };
  return { store, gone, open, add };
}

describe('the frame store', () => {
  it('drops the least recently used clip that is not on screen', () => {
    const { store, gone, add } = fixture(100);
    add('old', 0, 40);
    add('older', 0, 40);
    store.pin('old');
    store.unpin('old');
    add('new', 0, 40);
    expect(gone).toEqual(['older']);
    expect(store.byteLength).toBe(80);
    expect(store.frames('older').count).toBe(0);
  });

  it('never drops a shown clip: there is no space for another', () => {
    const { store, gone, open, add } = fixture(100);
    store.pin('shown');
    add('shown', 0, 60);
    add('shown', 1, 40);
    expect(add('other', 0, 1)).toBe(false);
    expect(gone).toEqual([]);
    expect(open.size).toBe(2);
    expect(store.frames('shown').count).toBe(2);
  });

  it('stays below its cap and closes dropped frames, whatever happens', () => {
    const clip = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.tuple(fc.constant('add' as const), clip, fc.nat(9), fc.integer({ min: 1, max: 60 })),
      fc.tuple(fc.constantFrom('pin' as const, 'unpin' as const, 'drop' as const), clip),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { store, open, add } = fixture(150);
        for (const [what, name, index = 0, bytes = 0] of steps) {
          if (what === 'add') add(name, index, bytes);
          else store[what](name);
          expect(store.byteLength).toBeLessThanOrEqual(150);
          const kept = ['a', 'b', 'c', 'd'].map((each) => store.frames(each));
          expect(open.size).toBe(kept.reduce((sum, { count }) => sum + count, 0));
          expect(store.byteLength).toBe(kept.reduce((sum, each) => sum + each.byteLength, 0));
        }
      }),
    );
  });
});
