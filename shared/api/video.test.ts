import { describe, expect, it } from 'vitest';
import { taskIdOfAnswer, videoFields, type VideoParameters } from './video.ts';

const PLAIN: VideoParameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20 };

describe('the request for a video', () => {
  it('has every field of the specification, and frames that follow from the model', () => {
    const url = 'https://example.com/hook';
    const testMode = { enabled: true, returnTaskStatus: 'TASK_STATUS_FAILED' } as const;
    const fields = videoFields({
      model: 'SVD-XT',
      resizeMode: 'CROP_TO_ASPECT_RATIO',
      steps: 50,
      seed: 7,
      motionBucketId: 255,
      condAug: 0.02,
      frameInterpolation: true,
      responseVideoType: 'gif',
      enterprisePlan: true,
      webhook: { url, testMode },
    });
    const test_mode = { enabled: true, return_task_status: 'TASK_STATUS_FAILED' };
    expect(fields).toEqual({
      extra: {
        response_video_type: 'gif',
        enterprise_plan: { enabled: true },
        webhook: { url, test_mode },
      },
      model_name: 'SVD-XT',
      frames_num: 25,
      frames_per_second: 6,
      image_file_resize_mode: 'CROP_TO_ASPECT_RATIO',
      steps: 50,
      seed: 7,
      motion_bucket_id: 255,
      cond_aug: 0.02,
      enable_frame_interpolation: true,
    });
  });

  it('omits unset fields', () => {
    expect(videoFields(PLAIN)).toEqual({
      model_name: 'SVD',
      frames_num: 14,
      frames_per_second: 6,
      image_file_resize_mode: 'ORIGINAL_RESOLUTION',
      steps: 20,
    });
    expect(videoFields({ ...PLAIN, webhook: { url: 'http://h.example/x' } })['extra']).toEqual({
      webhook: { url: 'http://h.example/x' },
    });
  });

  it('is refused before it is sent when a value is out of its range', () => {
    const bad: readonly (readonly [string, object])[] = [
      ['The model', { model: 'SVD-XL' }],
      ['The way to fit the picture', { resizeMode: 'FIT' }],
      ['Steps', { steps: 0 }],
      ['Steps', { steps: 51 }],
      ['Steps', { steps: 1.5 }],
      ['The seed', { seed: -2 }],
      ['Motion', { motionBucketId: 0 }],
      ['Motion', { motionBucketId: 256 }],
      ['Added noise', { condAug: -0.1 }],
      ['Added noise', { condAug: 1.1 }],
      ['The type of the video', { responseVideoType: 'webm' }],
      ['The webhook', { webhook: { url: 'not an address' } }],
    ];
    for (const [name, change] of bad) {
      expect(() => videoFields({ ...PLAIN, ...change })).toThrow(
        expect.objectContaining({
          kind: 'invalid-input',
          message: expect.stringContaining(`${name} must be`),
          details: expect.objectContaining({ request: 'not sent' }),
        }),
      );
    }
    for (const edge of [{ steps: 1, seed: -1, motionBucketId: 1, condAug: 0 }, { condAug: 1 }]) {
      expect(() => videoFields({ ...PLAIN, ...edge })).not.toThrow();
    }
  });

  it('is answered with a task, as text or as a number', () => {
    const answers = [{ task_id: 'a1' }, { task_id: 7, odd: {} }, { task_id: ' a ' }];
    expect(answers.map(taskIdOfAnswer)).toEqual(['a1', '7', 'a']);
    for (const answer of [{}, { task_id: '' }, { task_id: null }, [], 'x', null]) {
      expect(taskIdOfAnswer(answer)).toBeUndefined();
    }
    expect(taskIdOfAnswer({ task_id: 'x'.repeat(1000) })).toHaveLength(1000);
    expect(taskIdOfAnswer({ task_id: 'x'.repeat(100_000) })).toBeUndefined();
  });
});
