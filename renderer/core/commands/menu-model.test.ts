import { expect, it } from 'vitest';
import { declineKey, wasDeclined } from './declined-keys.ts';
import { menuOf } from './menu-model.ts';

it('the menu model includes the recently opened photos', () => {
  const recent = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, name: 'a.png' }));
  const { recentPhotos } = menuOf([], recent);
  expect(recentPhotos).toHaveLength(10);
  expect(recentPhotos[0]).toEqual({ photoId: '0', name: 'a.png' });
});

it('a key that the page has ignored is not run by the menu, once', () => {
  declineKey(['studio.undo', 'studio.other']);
  expect(wasDeclined('studio.redo')).toBe(false);
  expect(wasDeclined('studio.undo')).toBe(true);
  expect(wasDeclined('studio.undo')).toBe(false);
});

it('a key that the page has ignored is forgotten with the next key', () => {
  declineKey(['studio.undo']);
  declineKey([]);
  expect(wasDeclined('studio.undo')).toBe(false);
});
