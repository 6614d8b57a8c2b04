import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNestedBeyond } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it('counts the levels of any JSON, whatever brackets its texts contain', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, depthSize: 'small' }), fc.nat(6), (text, most) => {
      expect(isNestedBeyond(text, most)).toBe(depthOf(JSON.parse(text)) > most);
    }),
    { numRuns: 60 },
  );
  expect(isNestedBeyond(String.raw`["[[[[\"[[[[\\", "[[["]`, 1)).toBe(false);
  expect(isNestedBeyond(String.raw`["\\", [1]]`, 1)).toBe(true);
});

it('reports endless brackets, and a text that breaks off', () => {
  expect(isNestedBeyond('['.repeat(8_000_000))).toBe(true);
  expect(isNestedBeyond(`"${String.raw`\"`.repeat(1_000_000)}`)).toBe(false);
  expect(isNestedBeyond(`"${String.raw`\a`.repeat(2_000_000)}"`)).toBe(false);
});
