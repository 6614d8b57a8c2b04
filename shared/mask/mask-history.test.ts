import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeMaskHistory, encodeMaskHistory, type MaskHistory } from './mask-history.ts';

const tile = fc
  .record({
    column: fc.nat(65_535),
    row: fc.nat(65_535),
    firstRow: fc.nat(255),
    rows: fc.integer({ min: 1, max: 256 }),
    value: fc.nat(255),
  })
  .map(({ column, row, firstRow, rows, value }) => ({
    column,
    row,
    firstRow,
    bits: new Uint8Array(Math.min(rows, 256 - firstRow) * 32).fill(value),
  }));

const history: fc.Arbitrary<MaskHistory> = fc.record({
  keepUntil: fc.nat(0xffffffff),
  doneUntil: fc.nat(0xffffffff),
  steps: fc.array(
    fc.record({
      sequence: fc.nat(0xffffffff),
      label: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
      jobId: fc.option(fc.uuid(), { nil: undefined }),
      tiles: fc.array(tile, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
});

it('the history of a mask survives a round trip', () => {
  fc.assert(
    fc.property(history, (sent) => {
      expect(decodeMaskHistory(encodeMaskHistory(sent))).toEqual(sent);
    }),
    { numRuns: 60 },
  );
});

it('the history of a mask is refused when it is truncated or something else', () => {
  const bits = new Uint8Array(64).fill(9);
  const encoded = encodeMaskHistory({
    keepUntil: 1,
    doneUntil: 2,
    steps: [
      { sequence: 2, label: 'x', jobId: 'j', tiles: [{ column: 1, row: 2, firstRow: 3, bits }] },
    ],
  });
  for (let length = 0; length < encoded.length; length++) {
    if (length === 16) continue; // no steps at all
    expect(() => decodeMaskHistory(encoded.subarray(0, length)), String(length)).toThrow(
      RangeError,
    );
  }
  const beyond = encoded.slice();
  beyond[beyond.length - 64 - 2] = 255;
  expect(() => decodeMaskHistory(beyond)).toThrow(RangeError);
});
