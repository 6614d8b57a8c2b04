import { expect, it } from 'vitest';
import { recipe, screen } from './testing/recipes-screen.ts';

it('saving a recipe leaves the step open that is being edited', async () => {
  const { session, state } = screen();
  session.editing.take(recipe());
  session.editing.add('upscale');
  await session.editing.save();
  expect(state()).toMatchObject({ inHand: { isChanged: false }, openStep: 1 });
});
