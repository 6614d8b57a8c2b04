import type { RecipeStep, StepKind } from '../../../../shared/contract/recipes.ts';
import { initialForm, requestFromForm } from '../../../../shared/parameters/parameter-table.ts';
import {
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
} from '../../../../shared/parameters/upscale-parameters.ts';
import { VIDEO_PARAMETERS } from '../../../../shared/parameters/video-parameters.ts';

/** Offered in the menu; a mask or a face is taken from a photo. */
export const NEW_STEPS: readonly Exclude<StepKind, 'merge-face'>[] = [
  'remove-text',
  'clean-up',
  'upscale',
  'crop',
  'mix',
  'clip',
  'save',
];

export function newStep(kind: StepKind): RecipeStep {
  switch (kind) {
    case 'remove-text':
      return { kind, detail: 'full', where: 'found' };
    case 'clean-up':
      return {
        kind,
        mask: { from: 'people', withShadow: true },
        margin: 4,
        matchColors: false,
      };
    case 'upscale':
      return {
        kind,
        parameters: {
          ...requestFromForm(UPSCALE_PARAMETERS, initialForm(UPSCALE_PARAMETERS)),
          size: { mode: 'factor', ...initialForm(UPSCALE_BY_FACTOR) },
        },
      };
    case 'crop':
      return {
        kind,
        turn: 0,
        mirror: false,
        fit: { width: 2048, height: 2048, enlarge: false },
      };
    case 'mix':
      return { kind, strength: 0.7, matchColors: false };
    case 'merge-face':
      throw new Error('A step for a face begins with the face.');
    case 'clip':
      return {
        kind,
        parameters: requestFromForm(VIDEO_PARAMETERS, initialForm(VIDEO_PARAMETERS)),
        isFile: true,
      };
    case 'save':
      return {
        kind,
        format: 'source',
        quality: 92,
        lossless: false,
        exif: 'without-place',
        namePattern: '{name}_edited',
        when: 'accepted',
      };
  }
}

/** @param to index after the move; out of range, nothing moves */
export function moved(
  steps: readonly RecipeStep[],
  from: number,
  to: number,
): readonly RecipeStep[] {
  const step = steps[from];
  if (step === undefined || to < 0 || to >= steps.length) return steps;
  const others = steps.filter((_, index) => index !== from);
  return [...others.slice(0, to), step, ...others.slice(to)];
}
