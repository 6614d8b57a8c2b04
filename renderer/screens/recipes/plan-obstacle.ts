import type { RecipesState } from './session/recipes-store.ts';

/** @returns `undefined` when it can */
export function planObstacle({
  draft,
  inHand,
  plan,
  adding,
}: Pick<RecipesState, 'draft' | 'inHand' | 'plan' | 'adding'>): string | undefined {
  if (inHand.steps.length === 0) return 'Add a step to the recipe first.';
  if (adding !== undefined) return 'Pictures are still being added.';
  if (draft === undefined || draft.files === 0) return 'Add pictures first';
  const isWhole = plan !== undefined && plan.planned >= plan.files;
  if (isWhole && plan.taking === 0) return 'No picture can take part: see the reasons above.';
  return undefined;
}
