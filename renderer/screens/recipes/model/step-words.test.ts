import { describe, expect, it } from 'vitest';
import { recipeStepSchema, type StepKind } from '../../../../shared/contract/recipes.ts';
import { moved, NEW_STEPS, newStep } from './new-step.ts';
import { recipeSentence } from './step-words.ts';

it('the description of a recipe lists its steps in order, with their conditions', () => {
  const save = newStep('save');
  if (save.kind !== 'save') throw new Error('This is the save step.');
  const steps = [
    newStep('remove-text'),
    { ...newStep('upscale'), only: { if: 'smaller', side: 2000 } as const },
    { ...save, format: 'webp', quality: 85 } as const,
  ];
  expect(recipeSentence(steps)).toBe(
    'Remove text where found → Upscale 2× if smaller than 2000 px → Save as WebP 85',
  );
});

describe('new steps of a recipe', () => {
  it.each<StepKind>([...NEW_STEPS, 'clip'])('can run with their initial settings: %s', (kind) => {
    expect(recipeStepSchema.safeParse(newStep(kind)).success).toBe(true);
  });

  it('move within the list, and not beyond it', () => {
    const steps = (['remove-text', 'upscale', 'save'] as const).map(newStep);
    const kinds = (from: number, to: number) => moved(steps, from, to).map(({ kind }) => kind);
    expect(kinds(0, 2)).toEqual(['upscale', 'save', 'remove-text']);
    expect(kinds(2, 0)).toEqual(['save', 'remove-text', 'upscale']);
    expect(kinds(2, 3)).toEqual(['remove-text', 'upscale', 'save']);
  });
});
