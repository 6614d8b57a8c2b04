/** Job kind by which each kind of step is priced; `undefined` if it sends nothing. */
import type { PricedKind } from '../contract/prices.ts';
import type { StepKind } from '../contract/recipes.ts';

export const PAID_AS: Readonly<Record<StepKind, PricedKind | undefined>> = {
  'remove-text': 'remove-text',
  'clean-up': 'cleanup',
  upscale: 'upscale',
  'merge-face': 'merge-face',
  clip: 'video',
  crop: undefined,
  mix: undefined,
  save: undefined,
};
