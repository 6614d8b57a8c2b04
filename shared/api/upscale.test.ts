import { describe, expect, it } from 'vitest';
import { submittedUpscale, upscaleFields, type UpscaleParameters } from './upscale.ts';

const PLAIN: UpscaleParameters = { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } };

describe('the request for an enlargement', () => {
  it('has every field of the specification, by size', () => {
    expect(
      upscaleFields({
        upscaler: 'ESRGAN_4x',
        size: { mode: 'size', width: 2000, height: 1000, crop: true },
        secondUpscaler: { name: 'R-ESRGAN 4x+', visibility: 0.5 },
        gfpganVisibility: 0.1,
        codeformerVisibility: 0.2,
        codeformerWeight: 0.3,
        resultTtlSeconds: 604_800,
      }),
    ).toEqual({
      upscaler_1: 'ESRGAN_4x',
      resize_mode: 1,
      upscaling_resize_w: 2000,
      upscaling_resize_h: 1000,
      upscaling_crop: true,
      upscaler_2: 'R-ESRGAN 4x+',
      extras_upscaler_2_visibility: 0.5,
      gfpgan_visibility: 0.1,
      codeformer_visibility: 0.2,
      codeformer_weight: 0.3,
      img_expire_ttl: 604_800,
    });
  });

  it('has only the factor when the size is one', () => {
    expect(upscaleFields(PLAIN)).toEqual({
      upscaler_1: 'R-ESRGAN 4x+',
      resize_mode: 0,
      upscaling_resize: 2,
    });
  });

  it('takes an unlisted upscaler, and values at the ends of their ranges', () => {
    const shares = { gfpganVisibility: 0, codeformerVisibility: 1, codeformerWeight: 0 };
    const edges = { ...PLAIN, ...shares, upscaler: 'New 8x', resultTtlSeconds: 0 };
    expect(upscaleFields(edges)).toMatchObject({ upscaler_1: 'New 8x', codeformer_visibility: 1 });
  });

  it('is refused before it is sent when a value is out of its range', () => {
    const size = { mode: 'size', width: 10, height: 10, crop: false };
    const bad: readonly (readonly [string, object])[] = [
      ['The upscaler', { upscaler: ' ' }],
      ['The factor', { size: { mode: 'factor', factor: 0 } }],
      ['The width', { size: { ...size, width: 0 } }],
      ['The height', { size: { ...size, height: 1.5 } }],
      ['The share of GFPGAN', { gfpganVisibility: 1.01 }],
      ['The share of CodeFormer', { codeformerVisibility: -0.01 }],
      ['The weight of CodeFormer', { codeformerWeight: 2 }],
      ['The share of the second', { secondUpscaler: { name: 'x', visibility: 2 } }],
      ['The time to keep', { resultTtlSeconds: 604_801 }],
      ['The time to keep', { resultTtlSeconds: -1 }],
      ['The time to keep', { resultTtlSeconds: 1.5 }],
    ];
    for (const [name, change] of bad) {
      expect(() => upscaleFields({ ...PLAIN, ...change }), name).toThrow(
        expect.objectContaining({ message: expect.stringContaining(name) }),
      );
    }
    expect(() => upscaleFields({ ...PLAIN, size: { mode: 'other' } } as never)).toThrow(
      expect.objectContaining({ kind: 'invalid-input' }),
    );
  });

  it('is answered with a task and an optional warning', () => {
    expect(submittedUpscale({ task_id: 't', warn: '' })).toEqual({
      taskId: 't',
      warning: undefined,
    });
    expect(submittedUpscale({ task_id: 't', warn: 'slow' })?.warning).toBe('slow');
    for (const data of [null, {}, [], { warn: 'x' }])
      expect(submittedUpscale(data)).toBeUndefined();
  });
});
