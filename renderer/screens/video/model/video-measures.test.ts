import { describe, expect, it } from 'vitest';
import type { VideoMeasure } from '../../../../shared/contract/video.ts';
import { describeLength, expectedFrame, expectedLength } from './video-measures.ts';

const CROP = { mode: 'CROP_TO_ASPECT_RATIO', responseType: 'mp4' } as const;
const KEEP = { mode: 'ORIGINAL_RESOLUTION', responseType: 'mp4' } as const;

function measured(changes: Partial<VideoMeasure>): VideoMeasure {
  return {
    resizeMode: 'CROP_TO_ASPECT_RATIO',
    responseType: 'mp4',
    model: 'SVD-XT',
    isInterpolated: false,
    sent: { width: 600, height: 900 },
    output: { width: 576, height: 1024 },
    ...changes,
  };
}

describe('the size of a clip', () => {
  it('is likely until a clip of this connection was measured', () => {
    const sent = { width: 600, height: 900 };
    expect(expectedFrame(sent, CROP, [])).toMatchObject({
      output: { width: 576, height: 1024 },
      isMeasured: false,
    });
    expect(expectedFrame(sent, CROP, [measured({})]).isMeasured).toBe(true);
  });

  it('is not learned for portrait from a landscape clip', () => {
    const landscape = measured({
      sent: { width: 900, height: 600 },
      output: { width: 1024, height: 576 },
    });
    expect(expectedFrame({ width: 600, height: 900 }, CROP, [landscape]).isMeasured).toBe(false);
  });

  it('follows a service that turns portrait pictures into landscape clips', () => {
    const turned = measured({ output: { width: 1024, height: 576 } });
    const { frame, used, output } = expectedFrame({ width: 600, height: 900 }, CROP, [turned]);
    expect(frame).toEqual({ width: 1024, height: 576 });
    expect(output).toEqual({ width: 1024, height: 576 });
    expect(used.height).toBeCloseTo(337.5);
  });

  it('may be smaller for a GIF than for an MP4, in the same frame', () => {
    const gif = measured({ responseType: 'gif', output: { width: 288, height: 512 } });
    const sent = { width: 600, height: 900 };
    const asGif = expectedFrame(sent, { ...CROP, responseType: 'gif' }, [gif]);
    expect(asGif).toMatchObject({ output: { width: 288, height: 512 }, isMeasured: true });
    expect(asGif.frame).toEqual({ width: 576, height: 1024 });
    expect(expectedFrame(sent, CROP, [gif])).toMatchObject({
      output: { width: 576, height: 1024 },
      isMeasured: false,
    });
  });

  it('is certain with the shape kept once the published rule was confirmed', () => {
    const sent = { width: 1500, height: 1000 };
    const rule = measured({
      resizeMode: 'ORIGINAL_RESOLUTION',
      sent: { width: 2048, height: 1386 },
      output: { width: 848, height: 576 },
    });
    expect(expectedFrame(sent, KEEP, []).isMeasured).toBe(false);
    expect(expectedFrame(sent, KEEP, [rule]).isMeasured).toBe(true);
    const other = measured({ ...rule, output: { width: 640, height: 432 } });
    expect(expectedFrame(sent, KEEP, [other]).isMeasured).toBe(false);
    expect(expectedFrame(other.sent, KEEP, [other])).toMatchObject({
      output: { width: 640, height: 432 },
      isMeasured: true,
    });
  });
});

it('the length of a clip follows from the model', () => {
  expect(describeLength(expectedLength('SVD-XT', false, []))).toBe('25 frames, 4.2 s');
  expect(describeLength(expectedLength('SVD', false, []))).toBe('14 frames, 2.3 s');
});

it('the length of a clip is approximate with interpolation, until one was measured', () => {
  expect(describeLength(expectedLength('SVD-XT', true, []))).toBe('about 100 frames, 4.2 s');
  const one = measured({ isInterpolated: true, frameCount: 97, milliseconds: 4041 });
  expect(describeLength(expectedLength('SVD-XT', true, [one]))).toBe('97 frames, 4.0 s');
  expect(describeLength(expectedLength('SVD', true, [one]))).toBe('about 56 frames, 2.3 s');
});
