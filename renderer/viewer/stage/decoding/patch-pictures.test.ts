import { expect, it } from 'vitest';
import { createPatchPictures } from './patch-pictures.ts';

it('causes no drawing while there are no patches', async () => {
  let drawings = 0;
  const patches = createPatchPictures(
    () => ({ picture: Promise.reject(new Error('unexpected')), complete: Promise.resolve() }),
    () => {
      drawings += 1;
    },
    () => undefined,
  );
  patches.clear();
  await patches.setNow([]);
  await patches.setStates([]);
  expect(drawings).toBe(0);
});
