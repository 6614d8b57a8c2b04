import { expect, it } from 'vitest';
import {
  DEFAULT_UPSCALE_FORM,
  type UpscaleForm,
} from '../../../../shared/contract/upscale-form.ts';
import { describeExpiry, describeRestoration } from './form-words.ts';
import { formOfRequest, problemsOf, requestOf } from './form.ts';
import { sendableOf } from './obstacle.ts';
import { formForPart, tryPartAround } from './try-part.ts';

const FULL: UpscaleForm = {
  ...DEFAULT_UPSCALE_FORM,
  sizeMode: 'size',
  width: 900,
  height: 600,
  crop: true,
  upscaler: ' ESRGAN_4x ',
  secondUpscaler: 'Lanczos',
  secondVisibility: 0.25,
  gfpganVisibility: 0.5,
  codeformerVisibility: 0,
  codeformerWeight: 1,
  resultTtlSeconds: 600,
};

it('the upscale form is restored from its request unchanged', () => {
  const request = requestOf(FULL, 'a');
  expect(request.picture).toEqual({ photoId: 'a' });
  expect(formOfRequest(request, DEFAULT_UPSCALE_FORM)).toEqual({ ...FULL, upscaler: 'ESRGAN_4x' });
  const plain = requestOf(DEFAULT_UPSCALE_FORM, 'a');
  const back = formOfRequest(plain, FULL);
  expect(requestOf(back, 'a')).toEqual(plain);
});

it('the upscale form names each invalid field', () => {
  const wrong = { ...FULL, width: 0, secondVisibility: 2, gfpganVisibility: -1, upscaler: ' ' };
  expect(Object.keys(problemsOf(wrong)).toSorted()).toEqual([
    'gfpganVisibility',
    'secondVisibility',
    'upscaler',
    'width',
  ]);
  expect(problemsOf(FULL)).toEqual({});
});

it('leaves out pictures whose size cannot be made, and sends the others', () => {
  const tiny = { id: 'tiny', width: 3, height: 3 };
  const photo = { id: 'photo', width: 300, height: 200 };
  const rule = 'multiples-of-8';
  expect(sendableOf([tiny, photo], DEFAULT_UPSCALE_FORM, rule)).toEqual({
    ready: [photo],
    leftOut: [tiny],
    obstacle: undefined,
  });
  expect(sendableOf([tiny], DEFAULT_UPSCALE_FORM, rule).obstacle).toContain('Too small');
  expect(sendableOf([], DEFAULT_UPSCALE_FORM, rule).obstacle).toBe('Add a picture first.');
});

it('leaves out pictures that can’t be shown', () => {
  const [seen, unseen] = ['a', 'b'].map((id) => ({ id, width: 300, height: 200 }));
  const of = (...photos: readonly (typeof seen)[]) =>
    sendableOf(
      photos.filter((photo) => photo !== undefined),
      DEFAULT_UPSCALE_FORM,
      'multiples-of-8',
      new Set(['b']),
    );
  expect(of(seen, unseen)).toEqual({ ready: [seen], leftOut: [unseen], obstacle: undefined });
  expect(of(unseen).obstacle).toContain('can’t be shown');
});

it('the trial crop stays inside the picture and is enlarged like the whole', () => {
  const photo = { width: 1001, height: 400 };
  expect(tryPartAround(photo, { x: 5, y: 390 })).toEqual({ x: 0, y: 0, width: 512, height: 400 });
  expect(tryPartAround({ width: 3, height: 9 }, { x: 0, y: 0 })).toMatchObject({ width: 3 });
  expect(formForPart({ ...FULL, width: 2000, height: 100 }, photo, 'Nearest')).toMatchObject({
    sizeMode: 'factor',
    factor: 1.998,
    upscaler: 'Nearest',
  });
});

it('collapsed sections show their settings', () => {
  const form = DEFAULT_UPSCALE_FORM;
  expect([describeRestoration(form), describeExpiry(form)]).toEqual(['Off', 'Expiry: auto']);
  const both = { ...form, gfpganVisibility: 0.5, codeformerVisibility: 1 };
  expect(describeRestoration(both)).toBe('GFPGAN 0.5, CodeFormer 1');
  const expiry = (resultTtlSeconds: number) => describeExpiry({ ...form, resultTtlSeconds });
  expect([expiry(604_800), expiry(3600), expiry(90)]).toEqual([
    'Expires in 7 days',
    'Expires in 1 hour',
    'Expires in 90 s',
  ]);
});
