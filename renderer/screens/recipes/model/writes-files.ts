import type { RecipeStep } from '../../../../shared/contract/recipes.ts';

export function writesFiles(steps: readonly RecipeStep[]): boolean {
  return steps.some(
    (step) => step.kind === 'save' || (step.kind === 'clip' && step.isFile === true),
  );
}
