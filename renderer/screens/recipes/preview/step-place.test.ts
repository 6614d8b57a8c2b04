import { expect, it } from 'vitest';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { openedWords, orderOfStep, placeOfStep } from './step-place.ts';

const opened = (
  step: RecipeStep,
  more: { facePhotoId?: string; hasBoxes?: boolean; jobId?: string } = {},
) => orderOfStep({ photoId: 'copy', step, hasBoxes: false, ...more });

it('opens a step in the screen of its operation, with its picture and its settings', () => {
  const parameters = { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } } as const;
  expect(placeOfStep('upscale').title).toBe('Upscale');
  expect(opened({ kind: 'upscale', parameters })).toMatchObject({
    request: { kind: 'upscale', picture: { photoId: 'copy' }, parameters },
  });
  const clip = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20 } as const;
  expect(opened({ kind: 'clip', parameters: clip })).toMatchObject({
    request: { kind: 'video', picture: { photoId: 'copy' }, parameters: clip },
  });
  const merge = { kind: 'merge-face', faceId: 'f', responseType: 'jpeg' } as const;
  expect(placeOfStep('merge-face').id).toBe('faces');
  expect(opened(merge, { facePhotoId: 'face' })).toMatchObject({
    request: { picture: { photoId: 'copy' }, face: { photoId: 'face' }, responseType: 'jpeg' },
  });
});

it('opens a step that patches a photo in the Studio, ready for the same operation', () => {
  const text = { kind: 'remove-text', detail: 'full', where: 'found' } as const;
  expect(opened(text, { hasBoxes: true })).toMatchObject({ work: 'boxes' });
  expect(opened(text)).toMatchObject({ work: 'whole' });
  expect(opened({ ...text, detail: 'reduced' })).toMatchObject({ work: 'reduced' });
  const mask = { from: 'text' } as const;
  expect(opened({ kind: 'clean-up', mask, margin: 3, matchColors: true })).toEqual({
    kind: 'open-photo',
    photoId: 'copy',
    work: 'cleanup',
  });
  const blend = { kind: 'mix', strength: 0.5, matchColors: true } as const;
  expect(opened(blend, { jobId: 'job' })).toEqual({
    kind: 'open-photo',
    photoId: 'copy',
    jobId: 'job',
    isBlending: true,
  });
  expect(openedWords({ step: blend, jobId: 'job' })).toBeUndefined();
  expect(openedWords({ step: blend })).toContain('nothing to blend');
  expect(openedWords({ step: { kind: 'crop', turn: 90, mirror: false } })).toContain(
    'The Studio doesn’t crop',
  );
  expect(placeOfStep('crop').id).toBe('studio');
  expect(opened({ kind: 'crop', turn: 90, mirror: false })).toEqual({
    kind: 'open-photo',
    photoId: 'copy',
  });
});
