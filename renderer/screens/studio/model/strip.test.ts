import { describe, expect, it } from 'vitest';
import { stripPhoto } from '../testing/strip-photo.ts';
import {
  nextSelection,
  NOTHING_CHOSEN,
  photoBeside,
  photoIdsOf,
  extendToPhoto,
  togglePhoto,
  withPhoto,
  type StripEntry,
} from './strip.ts';

function strip(...ids: readonly string[]): readonly StripEntry[] {
  return ids.map((id) => ({ kind: 'photo', id, photo: stripPhoto(id) }));
}

const incoming: StripEntry = { kind: 'incoming', id: 'file', name: 'file.png' };

describe('the photo strip', () => {
  it('shows the same file once, at its first position, with its latest data', () => {
    const entries = withPhoto([...strip('a', 'b'), incoming], stripPhoto('a', 4), 'file');
    expect(photoIdsOf(entries)).toEqual(['a', 'b']);
    expect(entries[0]).toMatchObject({ photo: { resultCount: 4 } });
  });

  it('moves between photos past pending imports, and stops at its ends', () => {
    const entries = [...strip('a'), incoming, ...strip('b', 'c')];
    expect(photoBeside(entries, 'a', 1)).toBe('b');
    expect(photoBeside(entries, 'c', -1)).toBe('b');
    expect(photoBeside(entries, 'c', 1)).toBeUndefined();
    expect(photoBeside(entries, 'b', 5)).toBe('c');
    expect(photoBeside(entries, undefined, 1)).toBe('a');
    expect(photoBeside([incoming], undefined, 1)).toBeUndefined();
  });

  it('selects after closing the next photo, at the end the previous one, or none', () => {
    expect(nextSelection(strip('a', 'b', 'c'), 'b')).toBe('c');
    expect(nextSelection(strip('a', 'b', 'c'), 'c')).toBe('b');
    expect(nextSelection(strip('a'), 'a')).toBeUndefined();
  });
});

describe('selecting photos', () => {
  const entries = [...strip('a', 'b'), incoming, ...strip('c', 'd')];

  it('adds and removes single ones', () => {
    const one = togglePhoto(NOTHING_CHOSEN, 'b');
    expect([...togglePhoto(one, 'd').chosen]).toEqual(['b', 'd']);
    expect([...togglePhoto(one, 'b').chosen]).toEqual([]);
  });

  it('selects a range from the anchor in both directions, without pending files', () => {
    const anchored = togglePhoto(NOTHING_CHOSEN, 'b');
    const wide = extendToPhoto(anchored, entries, 'd', undefined);
    expect([...wide.chosen]).toEqual(['b', 'c', 'd']);
    expect([...extendToPhoto(wide, entries, 'a', undefined).chosen]).toEqual(['a', 'b']);
    expect([...extendToPhoto(NOTHING_CHOSEN, entries, 'c', 'b').chosen]).toEqual(['b', 'c']);
  });
});
