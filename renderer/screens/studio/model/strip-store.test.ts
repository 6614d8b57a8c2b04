import { describe, expect, it } from 'vitest';
import { stripPhoto } from '../testing/strip-photo.ts';
import {
  createStripStore,
  emptyStrip,
  hasPhoto,
  putIncoming,
  putPhoto,
  putPhotos,
  refuseEntry,
  setActive,
  updatePhotos,
} from './strip-store.ts';

const ERROR = { kind: 'invalid-input', message: 'This file is damaged.' } as const;

describe('the strip store', () => {
  it('has a photo once it was read, and no file that is still being imported', () => {
    const strip = createStripStore();
    putIncoming(strip, [{ id: 'file', name: 'a.png' }]);
    expect(hasPhoto(strip.getState(), 'file')).toBe(false);
    putPhoto(strip, stripPhoto('a'), 'file');
    expect(strip.getState().entries).toHaveLength(1);
    expect(hasPhoto(strip.getState(), 'a')).toBe(true);
    expect(hasPhoto(strip.getState(), 'b')).toBe(false);
  });

  it('updates its photos, and adds no others', () => {
    const strip = createStripStore();
    putPhotos(strip, [stripPhoto('a'), stripPhoto('b')]);
    updatePhotos(strip, [stripPhoto('b', 3), stripPhoto('c')]);
    expect(strip.getState().entries).toMatchObject([
      { id: 'a', photo: { resultCount: 0 } },
      { id: 'b', photo: { resultCount: 3 } },
    ]);
  });

  it('names a refused file, deselects it, and keeps the name when it is emptied', () => {
    const strip = createStripStore();
    putPhotos(strip, [stripPhoto('a'), stripPhoto('b')]);
    setActive(strip, 'b');
    expect(strip.getState().choice.chosen).toEqual(new Set(['b']));
    refuseEntry(strip, 'b', 'b.png', ERROR);
    expect(hasPhoto(strip.getState(), 'b')).toBe(false);
    expect(strip.getState().choice.chosen.has('b')).toBe(false);
    emptyStrip(strip);
    expect(strip.getState()).toMatchObject({
      entries: [],
      activeId: undefined,
      refused: [{ id: 'b', name: 'b.png', error: ERROR }],
    });
  });
});
