import { expect, it, vi } from 'vitest';
import { photoIdsOf } from '../model/strip.ts';
import { createStudioFixture } from '../testing/studio-fixture.ts';

it('brings the photos of the last session back behind one that is opened at the start', async () => {
  const studio = createStudioFixture();
  const last = { openPhotoIds: ['a', 'b'], openPhotoId: 'b' };
  studio.screenState = { ...studio.screenState, ...last };
  const restored = studio.session.strip.restore();
  await Promise.all([studio.open('dropped on the icon'), restored]);
  const { strip, photo } = studio.store.getState();
  expect(photo?.id).toBe('dropped on the icon');
  expect(strip.activeId).toBe('dropped on the icon');
  expect(photoIdsOf(strip.entries).toSorted()).toEqual(['a', 'b', 'dropped on the icon']);
  await vi.waitFor(() => expect(studio.screenState.openPhotoIds).toHaveLength(3));
});
