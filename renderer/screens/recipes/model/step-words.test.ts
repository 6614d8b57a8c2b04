import { describe, expect, it } from 'vitest';
import { recipeStepSchema, type StepKind } from '../../../../shared/contract/recipes.ts';
import { moved, NEW_STEPS, newStep } from './new-step.ts';
import { conditionWords, recipeSentence, stepWords } from './step-words.ts';
import { writesFiles } from './writes-files.ts';

describe('the description of a recipe', () => {
  it('lists its steps in order, with their conditions', () => {
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

  it('describes a crop, in its order', () => {
    const crop = { kind: 'crop', turn: 90, mirror: true } as const;
    expect(
      stepWords({ ...crop, cut: { by: 'shape', width: 4, height: 5, anchor: 'center' } }),
    ).toBe('Turn 90°, Mirror, Crop to 4:5');
    expect(stepWords({ kind: 'crop', turn: 0, mirror: false })).toBe('Leave as it is');
  });

  it('names what a step looks for', () => {
    expect(conditionWords({ if: 'found', what: 'people' })).toBe('if people are found');
    expect(conditionWords({ if: 'found', what: 'text' })).toBe('if text is found');
  });
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

describe('a clip step', () => {
  it('can be added as a file of the run, and says so', () => {
    expect(NEW_STEPS).toContain('clip');
    const step = newStep('clip');
    expect(recipeStepSchema.parse(step)).toEqual(step);
    expect(stepWords(step)).toBe('Make a clip with SVD-XT as a file');
    expect(writesFiles([step])).toBe(true);
    if (step.kind === 'clip') expect(writesFiles([{ ...step, isFile: false }])).toBe(false);
  });
});
