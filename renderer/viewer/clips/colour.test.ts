import { describe, expect, it } from 'vitest';
import { colourSpaceOf } from './colour.ts';

describe('the colour space of a clip', () => {
  it('uses the screen’s transfer curve, but keeps that of a wide range', () => {
    expect(colourSpaceOf({ transfer: 'bt709' }, 576).transfer).toBe('iec61966-2-1');
    expect(colourSpaceOf({ transfer: 'pq' }, 576).transfer).toBe('pq');
  });

  it('is guessed by the number of lines without tags: landscape 601, portrait 709', () => {
    expect(colourSpaceOf({}, 576).matrix).toBe('smpte170m');
    expect(colourSpaceOf({ matrix: null }, 719).matrix).toBe('smpte170m');
    expect(colourSpaceOf({}, 720).matrix).toBe('bt709');
    expect(colourSpaceOf({}, 1024).matrix).toBe('bt709');
  });
});
