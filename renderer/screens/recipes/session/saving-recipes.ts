import { MOST_RECIPE_NAME } from '../../../../shared/contract/recipes.ts';
import { firstCharacters } from '../../../../shared/first-characters.ts';
import type { Attempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import { recipeSentence } from '../model/step-words.ts';
import type { RecipesState, RecipesStore } from './recipes-store.ts';

/** @param opened counts the recipes that were opened, so that a late answer replaces no newer one */
export function createRecipeSaving(
  deps: Attempts & {
    readonly backend: Pick<BackendClient, 'recipes'>;
    readonly store: RecipesStore;
    say(message: string): void;
  },
  opened: () => number,
) {
  const { backend, store, attempt, say } = deps;
  let saving = Promise.resolve();
  let beingSaved: RecipesState['inHand'] | undefined;

  async function save(
    pressed: RecipesState['inHand'],
    as: 'copy' | undefined,
    order: number,
  ): Promise<void> {
    // the save before may have made it a recipe
    const { recipeId: id, isBuiltIn } = opened() === order ? store.getState().inHand : pressed;
    const isNew = id === undefined || isBuiltIn || as === 'copy';
    const { steps } = pressed;
    const suffix = as === 'copy' ? ' copy' : isBuiltIn ? ' (mine)' : '';
    const name = pressed.name.trim() || recipeSentence(steps);
    const given = firstCharacters(name, MOST_RECIPE_NAME - suffix.length) + suffix;
    const { recipeId } = await backend.recipes.save({
      ...(!isNew && { recipeId: id }),
      name: given,
      steps,
    });
    say('Recipe saved.');
    if (opened() !== order) return;
    const { inHand: now } = store.getState();
    const isRenamed = now.name !== pressed.name;
    // what was changed meanwhile is not saved
    const isChanged = isRenamed || now.steps !== steps;
    const nameNow = isRenamed ? now.name : given;
    store.setState({ inHand: { ...now, recipeId, name: nameNow, isBuiltIn: false, isChanged } });
  }

  async function saveAfter(before: Promise<void>, ...order: Parameters<typeof save>) {
    await before;
    await attempt(() => save(...order));
    if (beingSaved === order[0]) beingSaved = undefined;
  }

  /** Saves a built-in recipe as a new one. */
  return (as?: 'copy'): Promise<void> => {
    const { inHand } = store.getState();
    if (inHand !== beingSaved) saving = saveAfter(saving, inHand, as, opened());
    beingSaved = inHand;
    return saving;
  };
}
