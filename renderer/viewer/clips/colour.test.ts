import { describe, expect, it } from 'vitest';
import { colourSpaceOf } from './colour.ts';

describe('the colour space of a clip', () => {
  it('follows the tags, at any size', () => {
    expect(colourSpaceOf({ matrix: 'bt709', fullRange: true }, 576)).toMatchObject({
      matrix: 'bt709',
      fullRange: true,
    });
    expect(colourSpaceOf({ matrix: 'smpte170m', primaries: 'smpte170m' }, 1024)).toMatchObject({
      matrix: 'smpte170m',
      primaries: 'smpte170m',
      fullRange: false,
    });
  });

  it('is guessed by the number of lines without tags: landscape 601, portrait 709', () => {
    expect(colourSpaceOf({}, 576).matrix).toBe('smpte170m');
    expect(colourSpaceOf({ matrix: null }, 719).matrix).toBe('smpte170m');
    expect(colourSpaceOf({}, 720).matrix).toBe('bt709');
    expect(colourSpaceOf({}, 1024).matrix).toBe('bt709');
  });

  it('uses the screen’s transfer curve, but keeps that of a wide range', () => {
    expect(colourSpaceOf({ transfer: 'bt709' }, 576).transfer).toBe('iec61966-2-1');
    expect(colourSpaceOf({ transfer: 'pq' }, 576).transfer).toBe('pq');
  });
});
