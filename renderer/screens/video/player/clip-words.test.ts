import { expect, it } from 'vitest';
import { clipFailureWords, gifLabel, gifSize } from './clip-words.ts';

it('the player’s text names HEVC when this computer cannot decode it', () => {
  expect(clipFailureWords('unsupported', 'hvc1.1.6.L93.B0')).toContain('HEVC (H.265)');
  expect(clipFailureWords('unsupported', 'hev1.1.6.L93.B0')).toContain('ask for MP4 (H.264)');
  expect(clipFailureWords('unsupported', 'av01.0.04M.08')).not.toContain('HEVC');
  expect(clipFailureWords('damaged', 'hvc1.1.6.L93.B0')).not.toContain('HEVC');
  expect(clipFailureWords('unsupported', undefined)).not.toContain('HEVC');
});

it('the player’s text names the size of a gif only when it is smaller than its clip', () => {
  expect(gifSize({ width: 1280, height: 720 })).toEqual({ width: 720, height: 405 });
  expect(gifLabel({ width: 1280, height: 720 })).toBe('Save range as GIF, 720 × 405 px…');
  expect(gifLabel({ width: 640, height: 360 })).toBe('Save range as GIF…');
});
