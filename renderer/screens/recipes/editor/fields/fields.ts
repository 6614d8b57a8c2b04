import type { RecipeStep } from '../../../../../shared/contract/recipes.ts';

export interface FieldsOf<Step extends RecipeStep> {
  readonly step: Step;
  readonly onChange: (step: Step) => void;
}
