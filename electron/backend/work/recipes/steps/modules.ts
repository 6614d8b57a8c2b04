import type { RecipeStep, StepKind } from '../../../../../shared/contract/recipes.ts';
import { cleanUpModule } from './clean-up.ts';
import { clipModule } from './clip.ts';
import { cropModule } from './crop.ts';
import { mergeFaceModule } from './merge-face.ts';
import { blendModule } from './blend.ts';
import { removeTextModule } from './remove-text.ts';
import { saveModule } from './save.ts';
import type { StepModule, StepModules } from './step.ts';
import { upscaleModule } from './upscale.ts';

const MODULES: StepModules = {
  'remove-text': removeTextModule,
  'clean-up': cleanUpModule,
  upscale: upscaleModule,
  crop: cropModule,
  save: saveModule,
  'merge-face': mergeFaceModule,
  mix: blendModule,
  clip: clipModule,
};

export function moduleOf(step: RecipeStep): StepModule<StepKind> {
  return MODULES[step.kind] as unknown as StepModule<StepKind>;
}
