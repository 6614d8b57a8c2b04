import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, compareDecimals, parseDecimal, wholePart } from './exact-decimal.ts';

function decimal(text: string) {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new Error(`not a decimal: ${text}`);
  return parsed;
}

/** Texts of decimals with up to 12 digits after the point. */
const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  .map(([value, scale]) => {
    const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const fraction = digits.slice(digits.length - scale);
    return `${value < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
  });

describe('decimal numbers', () => {
  it('are parsed exactly', () => {
    expect(decimal('12.340')).toEqual({ value: 12_340n, scale: 3 });
    expect(decimal('-0.0001')).toEqual({ value: -1n, scale: 4 });
    expect(decimal(' +7 ')).toEqual({ value: 7n, scale: 0 });
    expect(decimal('.5')).toEqual({ value: 5n, scale: 1 });
    expect(decimal('5.')).toEqual({ value: 5n, scale: 0 });
    expect(decimal('1.5e-7')).toEqual({ value: 15n, scale: 8 });
    expect(decimal('1.5E3')).toEqual({ value: 1500n, scale: 0 });
    expect(decimal('9007199254740993').value).toBe(9_007_199_254_740_993n);
  });

  it('accept no other text', () => {
    for (const text of ['', ' ', '.', '-', '1,5', '0x1', '1e', 'NaN', '1e999', '9'.repeat(99)]) {
      expect(parseDecimal(text), text).toBeUndefined();
    }
  });

  it('are truncated towards zero', () => {
    expect(['1.9', '-1.9', '0.99', '-0.5', '3'].map((text) => wholePart(decimal(text)))).toEqual([
      1n,
      -1n,
      0n,
      0n,
      3n,
    ]);
  });

  it('are added and compared like rationals', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        const [a, b] = [decimal(left), decimal(right)];
        const sum = addDecimals(a, b);
        const unit = 10n ** 24n;
        const scaled = ({ value, scale }: typeof a) => (value * unit) / 10n ** BigInt(scale);
        expect(scaled(sum)).toBe(scaled(a) + scaled(b));
        expect(Math.sign(compareDecimals(a, b))).toBe(
          scaled(a) === scaled(b) ? 0 : scaled(a) < scaled(b) ? -1 : 1,
        );
        expect(compareDecimals(addDecimals(a, b), addDecimals(b, a))).toBe(0);
      }),
    );
  });
});
