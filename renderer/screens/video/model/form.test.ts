import { describe, expect, it } from 'vitest';
import { DEFAULT_VIDEO_FORM, type VideoForm } from '../../../../shared/contract/video-form.ts';
import {
  formAfterSending,
  formOfRequest,
  parametersOf,
  preparationOf,
  problemsOf,
  requestOf,
  sideToSend,
} from './form.ts';
import { sendObstacle } from './obstacle.ts';

/** Every field has another value than a fresh form. */
const FULL: VideoForm = {
  ...DEFAULT_VIDEO_FORM,
  model: 'SVD',
  resizeMode: 'ORIGINAL_RESOLUTION',
  padding: null,
  steps: 12,
  seed: '123456789012345678',
  isSeedLocked: true,
  motion: 60,
  noise: 0.1,
  interpolation: true,
  responseType: 'gif',
  webhookUrl: 'https://example.com/hook',
  isWebhookTest: true,
  webhookTestStatus: 'TASK_STATUS_FAILED',
};

describe('the video form', () => {
  it('sends every field that is set, a seed of 18 digits exactly', () => {
    expect(parametersOf(FULL)).toEqual({
      model: 'SVD',
      resizeMode: 'ORIGINAL_RESOLUTION',
      steps: 12,
      seed: '123456789012345678',
      motionBucketId: 60,
      condAug: 0.1,
      frameInterpolation: true,
      responseVideoType: 'gif',
      webhook: {
        url: 'https://example.com/hook',
        testMode: { enabled: true, returnTaskStatus: 'TASK_STATUS_FAILED' },
      },
    });
    expect(problemsOf(FULL)).toEqual({});
  });

  it('is restored from its request unchanged', () => {
    const padded = { ...FULL, padding: { fill: 'color', color: '#336699' } } as const;
    for (const form of [FULL, padded, { ...DEFAULT_VIDEO_FORM, isSeedLocked: true }]) {
      expect(formOfRequest(requestOf(form, 'photo', undefined), FULL)).toEqual({
        ...form,
        webhookTestStatus: FULL.webhookTestStatus,
      });
    }
  });

  it('does not need to reduce when it pads', () => {
    expect(preparationOf({ padding: null }, 2048)).toEqual({ maxSide: 2048 });
    expect(preparationOf({ padding: { fill: 'blur' } }, 2048)).toEqual({
      padding: { fill: 'blur' },
    });
    expect(preparationOf({ padding: null }, undefined)).toBeUndefined();
  });

  it('gets a new seed after sending unless the seed is locked or unset', () => {
    const random = () => 0.5;
    const open = { ...FULL, isSeedLocked: false };
    expect(formAfterSending(open, random).seed).toBe('1073741824');
    expect(formAfterSending(FULL, random).seed).toBe(FULL.seed);
    expect(formAfterSending(DEFAULT_VIDEO_FORM, random).seed).toBeNull();
  });
});

describe('sending a clip', () => {
  const photo = { id: 'a', width: 800, height: 600 };
  const none = new Set<string>();
  const large = { width: 4352, height: 2448 };

  it('requires a picture', () => {
    expect(sendObstacle(undefined, DEFAULT_VIDEO_FORM, undefined, none)).toBe(
      'Add a picture first.',
    );
    expect(sendObstacle(photo, DEFAULT_VIDEO_FORM, undefined, none)).toBeUndefined();
  });

  it('requires a picture that can be shown', () => {
    const unshown = new Set(['a']);
    expect(sendObstacle(photo, DEFAULT_VIDEO_FORM, undefined, unshown)).toContain('can’t be shown');
  });

  it('reduces a picture that is too large for the service', () => {
    const side = (size: typeof large, maxSide?: number) =>
      sideToSend(size, DEFAULT_VIDEO_FORM, maxSide);
    expect(side(large)).toBe(2048);
    expect(side(large, 1024)).toBe(1024);
    expect(side(photo)).toBeUndefined();
    expect(sideToSend(large, { padding: { fill: 'blur' } }, undefined)).toBeUndefined();
  });

  it('requires every value of a sweep to be in its range', () => {
    const sweep = { axis: 'motion', values: ['10', '300'] } as const;
    expect(sendObstacle(photo, DEFAULT_VIDEO_FORM, sweep, none)).toMatch(/not 300/u);
  });
});
