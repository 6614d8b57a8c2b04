import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  optionalNumber,
  optionalText,
  storedJson,
  storedList,
  toBoolean,
  toColumn,
} from './row-values.ts';

it('stores booleans, objects and missing values, and reads them back', () => {
  expect([true, false].map(toColumn).map(toBoolean)).toEqual([true, false]);
  expect(storedJson(z.object({ x: z.int() }), toColumn({ x: 1 }))).toEqual({ x: 1 });
  expect([undefined, null].map(toColumn)).toEqual([null, null]);
  expect([optionalText(toColumn(undefined)), optionalNumber(null)]).toEqual([undefined, undefined]);
});

it('stores text, numbers and bytes as they are', () => {
  const bytes = new Uint8Array([1]);
  expect(['', 0, bytes].map(toColumn)).toEqual(['', 0, bytes]);
});

it('reads invalid JSON as missing, and skips invalid entries of a list', () => {
  expect(storedJson(z.int(), '{')).toBeUndefined();
  expect(storedList(z.int(), '[1, "a", 2]')).toEqual([1, 2]);
});
