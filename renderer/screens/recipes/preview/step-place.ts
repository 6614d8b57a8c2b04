import { LIMITS } from '../../../../shared/api/limits.ts';
import type { OpenedStep, StepKind } from '../../../../shared/contract/recipes.ts';
import type { Intent } from '../../../core/screen/navigation.ts';

interface StepPlace {
  readonly id: string;
  readonly title: string;
}

const STUDIO: StepPlace = { id: 'studio', title: 'Studio' };

const PLACES: Readonly<Partial<Record<StepKind, StepPlace>>> = {
  'merge-face': { id: 'faces', title: 'Faces' },
  upscale: { id: 'upscale', title: 'Upscale' },
  clip: { id: 'video', title: 'Video' },
};

export function placeOfStep(kind: StepKind): StepPlace {
  return PLACES[kind] ?? STUDIO;
}

/** For a step whose settings the screen does not show. */
export function openedWords({
  step,
  jobId,
}: Pick<OpenedStep, 'step' | 'jobId'>): string | undefined {
  switch (step.kind) {
    case 'crop':
      return 'This is the picture before the step. The Studio doesn’t crop: “Again from here…” on the Recipes screen changes the step.';
    case 'save':
      return 'This is the picture that the step saves. Save here writes it with other settings.';
    case 'mix':
      return jobId === undefined
        ? 'No earlier step has changed this picture, so there is nothing to blend.'
        : undefined;
    default:
      return undefined;
  }
}

export function orderOfStep({ photoId, step, facePhotoId, hasBoxes, jobId }: OpenedStep): Intent {
  const picture = { photoId };
  switch (step.kind) {
    case 'upscale':
      return {
        kind: 'fill-form',
        request: { kind: 'upscale', picture, parameters: step.parameters },
      };
    case 'clip': {
      const { parameters, preparation } = step;
      const prepared = preparation === undefined ? {} : { preparation };
      return { kind: 'fill-form', request: { kind: 'video', picture, parameters, ...prepared } };
    }
    case 'merge-face':
      return {
        kind: 'fill-form',
        request: {
          kind: 'merge-face',
          picture,
          face: { photoId: facePhotoId ?? '' },
          facePreparation: { maxSide: LIMITS.mergeFace.maxWidth },
          responseType: step.responseType,
        },
      };
    case 'clean-up':
      return { kind: 'open-photo', photoId, work: 'cleanup' };
    case 'remove-text': {
      const whole = step.detail === 'reduced' ? 'reduced' : 'whole';
      return { kind: 'open-photo', photoId, work: hasBoxes ? 'boxes' : whole };
    }
    case 'mix':
      if (jobId === undefined) return { kind: 'open-photo', photoId };
      return { kind: 'open-photo', photoId, jobId, isBlending: true };
    case 'crop':
    case 'save':
      return { kind: 'open-photo', photoId };
  }
}
