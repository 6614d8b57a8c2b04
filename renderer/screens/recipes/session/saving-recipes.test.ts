import { expect, it } from 'vitest';
import { MOST_RECIPE_NAME } from '../../../../shared/contract/recipes.ts';
import { recipe, screen } from './testing/recipes-screen.ts';

it('saving a recipe leaves the step open that is being edited', async () => {
  const { session, state } = screen();
  session.editing.take(recipe());
  session.editing.add('upscale');
  await session.editing.save();
  expect(state()).toMatchObject({ inHand: { isChanged: false }, openStep: 1 });
});

it('a recipe is added once when it is saved twice before the first answer', async () => {
  const { session, asked } = screen();
  const saves = () => asked.filter((call) => call.startsWith('recipes.save'));
  session.editing.begin();
  session.editing.add('upscale');
  await Promise.all([session.editing.save(), session.editing.save()]);
  expect(saves()).toHaveLength(1);
  session.editing.rename('Larger');
  const first = session.editing.save();
  session.editing.rename('Larger pictures');
  await Promise.all([first, session.editing.save()]);
  expect(
    saves()
      .slice(1)
      .map((call) => call.includes('"recipeId":"mine"')),
  ).toEqual([true, true]);
});

it('a recipe can be saved again after an error', async () => {
  const { session, state, asked } = screen({ save: () => Promise.reject(new Error('Full.')) });
  session.editing.add('upscale');
  await session.editing.save();
  await session.editing.save();
  expect(asked.filter((call) => call.startsWith('recipes.save'))).toHaveLength(2);
  expect(state().inHand.isChanged).toBe(true);
});

it('a built-in recipe gets the same name by the key as by the button', async () => {
  const { session, state } = screen();
  session.editing.take(recipe({ name: 'Enlarge', isBuiltIn: true }));
  await session.editing.save();
  expect(state().inHand.name).toBe('Enlarge (mine)');
});

it('the copy of a recipe has a name of its own, even if the name is as long as it may be', async () => {
  const { session, state } = screen();
  session.editing.take(recipe({ name: 'n'.repeat(MOST_RECIPE_NAME) }));
  await session.editing.save('copy');
  expect(state().inHand.name).toBe(`${'n'.repeat(MOST_RECIPE_NAME - 5)} copy`);
});
