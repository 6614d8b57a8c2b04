import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

describe('S9 a Range header', () => {
  it('S9 never reads outside the file, for any value', () => {
    const header = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.option(fc.nat()), fc.option(fc.nat()))
        .map(([a, b]) => `bytes=${a ?? ''}-${b ?? ''}`),
    );
    fc.assert(
      fc.property(header, fc.nat(1000), (text, byteLength) => {
        const range = parseRange(text, byteLength);
        if (range.kind !== 'part') return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(byteLength);
      }),
      { numRuns: 2000 },
    );
  });

  it('S9 requests nothing of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(parseRange('bytes=-1', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(parseRange(null, 0)).toEqual({ kind: 'whole' });
  });
});
