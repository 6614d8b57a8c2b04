import { describe, expect, it } from 'vitest';
import { stripPhoto } from '../testing/strip-photo.ts';
import {
  putIncoming,
  putPhoto,
  putPhotos,
  refuseEntry,
  setActive,
  updatePhotos,
} from './strip-updates.ts';
import { hasPhoto } from './strip.ts';
import { createStudioStore } from './studio-store.ts';

const ERROR = { kind: 'invalid-input', message: 'This file is damaged.' } as const;

describe('the strip store', () => {
  it('has a photo once it was read, and no file that is still being imported', () => {
    const store = createStudioStore();
    putIncoming(store, [{ id: 'file', name: 'a.png' }]);
    expect(hasPhoto(store.getState().strip, 'file')).toBe(false);
    putPhoto(store, stripPhoto('a'), 'file');
    expect(store.getState().strip.entries).toHaveLength(1);
    expect(hasPhoto(store.getState().strip, 'a')).toBe(true);
    expect(hasPhoto(store.getState().strip, 'b')).toBe(false);
  });

  it('updates its photos, and adds no others', () => {
    const store = createStudioStore();
    putPhotos(store, [stripPhoto('a'), stripPhoto('b')]);
    updatePhotos(store, [stripPhoto('b', 3), stripPhoto('c')]);
    expect(store.getState().strip.entries).toMatchObject([
      { id: 'a', photo: { resultCount: 0 } },
      { id: 'b', photo: { resultCount: 3 } },
    ]);
  });

  it('names a refused file and deselects it', () => {
    const store = createStudioStore();
    putPhotos(store, [stripPhoto('a'), stripPhoto('b')]);
    setActive(store, 'b');
    expect(store.getState().strip.choice.chosen).toEqual(new Set(['b']));
    refuseEntry(store, 'b', 'b.png', ERROR);
    expect(hasPhoto(store.getState().strip, 'b')).toBe(false);
    expect(store.getState().strip.choice.chosen.has('b')).toBe(false);
    expect(store.getState().strip).toMatchObject({
      refused: [{ id: 'b', name: 'b.png', error: ERROR }],
    });
  });
});
