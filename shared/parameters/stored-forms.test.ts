import { expect, it } from 'vitest';
import { facesFormSchema } from '../contract/faces-form.ts';
import { videoRequestSchema } from '../contract/job-requests.ts';
import { languageParametersSchema } from '../contract/language.ts';
import { upscaleFormSchema } from '../contract/upscale-form.ts';
import { videoFormSchema } from '../contract/video-form.ts';

/** As version 1.0.0 stored them. */
const UPSCALE = {
  sizeMode: 'size',
  factor: 0,
  width: 900,
  height: 0.5,
  crop: true,
  upscaler: '',
  secondUpscaler: 'Lanczos',
  secondVisibility: 7,
  gfpganVisibility: 0.5,
  codeformerVisibility: null,
  codeformerWeight: -1,
  resultTtlSeconds: 604_801,
  triedUpscalers: ['ESRGAN_4x'],
};
const VIDEO = {
  model: 'SVD',
  resizeMode: 'ORIGINAL_RESOLUTION',
  padding: { fill: 'color', color: '#336699' },
  steps: 900,
  seed: '1.5',
  isSeedLocked: true,
  motion: null,
  noise: 2,
  interpolation: false,
  responseType: 'webp',
  webhookUrl: `https://example.com/${'a'.repeat(3000)}`,
  isWebhookTest: true,
  webhookTestStatus: '',
};
const FACES = {
  face: null,
  picture: null,
  moreFaces: [],
  morePictures: [],
  responseType: 'webp',
  jobId: null,
  isLinked: true,
  isConsentRead: true,
};
const LANGUAGE = { temperature: 9, bestOf: 0.5, stop: ['x'], stream: false, anyway: ['n', 'stop'] };

it('keeps forms of version 1.0.0 as they were, also values out of range', () => {
  expect(upscaleFormSchema.parse(UPSCALE)).toMatchObject(UPSCALE);
  expect(videoFormSchema.parse(VIDEO)).toMatchObject(VIDEO);
  expect(facesFormSchema.parse(FACES)).toMatchObject(FACES);
  expect(languageParametersSchema.parse(LANGUAGE)).toEqual(LANGUAGE);
});

it('turns the number of an old seed into text', () => {
  const { parameters } = videoRequestSchema.shape;
  const old = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20, seed: 7 };
  expect(parameters.parse(old)).toEqual({ ...old, seed: '7' });
});
