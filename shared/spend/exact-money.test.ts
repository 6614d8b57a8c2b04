import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, formatDecimal, parseDecimal } from '../../shared/api/exact-decimal.ts';
import {
  formatAmount,
  formatCents,
  formatExactly,
  partsOfTotal,
  roundTo,
  sharedCents,
  spokenAmount,
} from './exact-money.ts';

const amount = (exact: string, hasDecimals = true) => ({ exact, hasDecimals });

describe('an amount', () => {
  it.each([
    ['0', '$0'],
    ['1', '$0.0001'],
    ['0.99', '< $0.0001'],
    ['-0.5', '> −$0.0001'],
    ['12.5', '$0.0013'],
    ['49.99', '$0.0050'],
    ['50', '$0.01'],
    ['-50', '−$0.01'],
    ['10050', '$1.01'],
    ['10049.9999', '$1.00'],
    ['12345678900', '$1,234,567.89'],
    ['123456789012345678901234567890', '$12,345,678,901,234,567,890,123,456.79'],
    ['-1e-30', '> −$0.0001'],
    ['', '–'],
    ['1,2', '–'],
    ['0x10', '–'],
  ])('of %s units is %s', (exact, text) => expect(formatAmount(amount(exact))).toBe(text));

  it('of 0 whose fraction may be lost is less than the smallest, not nothing', () => {
    expect(formatAmount(amount('0', false))).toBe('< $0.0001');
    expect(spokenAmount(amount('0', false))).toBe('less than $0.0001');
    expect(spokenAmount(amount('-0.5'))).toBe('a credit of less than $0.0001');
    expect(spokenAmount(amount('-12300'))).toBe('minus $1.23');
  });

  it('is written with all its decimals where it is asked for', () => {
    expect(formatExactly(amount('12.345'))).toBe('$0.0012345');
    expect(formatExactly(amount('-10000'))).toBe('−$1.00');
    expect(formatExactly(amount('12300000.00'))).toBe('$1,230.00');
  });

  it('is never shown as nothing when something was charged, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 0, max: 30 }),
        (value, decimals) => {
          fc.pre(value !== 0n);
          const text = formatAmount(amount(`${value}e-${decimals}`));
          expect(text).not.toMatch(/^[−-]?\$0(?:\.0*)?$/u);
          expect(text.includes('−')).toBe(value < 0n);
        },
      ),
    );
  });
});

describe('parts beside their total', () => {
  it('share the missing cent by the largest remainder', () => {
    expect(sharedCents(['33.4', '33.3', '33.3']).map(formatCents)).toEqual([
      '$0.01',
      '$0.00',
      '$0.00',
    ]);
    expect(sharedCents(['10050', '10050']).map(formatCents)).toEqual(['$1.01', '$1.00']);
    expect(sharedCents(['-10050', '-10050']).map(formatCents)).toEqual(['−$1.01', '−$1.00']);
  });

  it('add up to the rounded total, each within a cent of its own value', () => {
    const part = fc
      .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }))
      .map(([value, decimals]) => `${value}e-${decimals}`);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const decimals = parts.map((text) => parseDecimal(text) ?? { value: 0n, scale: 0 });
        const scale = 12;
        const scaled = decimals.map(({ value, scale: own }) => value * 10n ** BigInt(scale - own));
        const total = scaled.reduce((sum, value) => sum + value, 0n);
        const shared = sharedCents(parts);
        // 1/10000 USD to dollars
        expect(shared.reduce((sum, cents) => sum + cents, 0n)).toBe(
          roundTo({ value: total, scale: scale + 4 }, 2),
        );
        for (const [index, cents] of shared.entries()) {
          const off = cents * 10n ** BigInt(scale + 2) - (scaled[index] ?? 0n);
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(10n ** BigInt(scale + 2));
        }
      }),
    );
  });
});

describe('parts beside their total', () => {
  it('add up to it as it is shown, to the cent', () => {
    expect(partsOfTotal(amount('2609550'), [amount('479250'), amount('2130300')])).toEqual([
      '$47.93',
      '$213.03',
    ]);
    expect(formatAmount(amount('2609550'))).toBe('$260.96');
  });

  it('do so for any amounts of a cent or more', () => {
    const part = fc.tuple(fc.bigInt(100n, 10n ** 12n), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (drawn) => {
        const parts = drawn.map(([units, digits]) => {
          const text = String(units).padStart(digits + 1, '0');
          const exact = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
          return amount(exact);
        });
        const total = sumOf(parts.map(({ exact }) => exact));
        const shown = partsOfTotal(amount(total), parts);
        if (parts.some(({ exact }) => Number(exact) < 100)) return;
        const cents = shown.reduce((sum, text) => sum + centsOf(text), 0n);
        expect(cents).toBe(centsOf(formatAmount(amount(total))));
      }),
    );
  });
});

function sumOf(texts: readonly string[]): string {
  const sum = texts
    .map((text) => parseDecimal(text) ?? { value: 0n, scale: 0 })
    .reduce((a, b) => addDecimals(a, b));
  return formatDecimal(sum);
}

function centsOf(text: string): bigint {
  return BigInt(text.replaceAll(/[$,.]/gu, ''));
}
