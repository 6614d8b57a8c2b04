import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, formatDecimal, parseDecimal } from '../../shared/api/exact-decimal.ts';
import { figuresOf, formatAmount, formatExactly, formatWith, spokenAmount } from './exact-money.ts';

const amount = (exact: string, hasDecimals = true) => ({ exact, hasDecimals });

describe('an amount of money', () => {
  it.each([
    ['0', '$0'],
    ['1', '$0.0001'],
    ['0.99', '$0.0001'],
    ['0.49', '$0.000049'],
    ['0.15000189999999999972', '$0.000015'],
    ['0.00123456', '$0.00000012'],
    ['-0.5', '−$0.0001'],
    ['12.5', '$0.0013'],
    ['49.99', '$0.0050'],
    ['50', '$0.01'],
    ['-50', '−$0.01'],
    ['10050', '$1.01'],
    ['10049.9999', '$1.00'],
    ['12345678900', '$1,234,567.89'],
    ['123456789012345678901234567890', '$12,345,678,901,234,567,890,123,456.79'],
    ['-1e-12', '−$0.0000000000000001'],
    ['', '–'],
    ['1,2', '–'],
    ['0x10', '–'],
  ])('of %s units is shown as %s', (exact, text) => expect(formatAmount(amount(exact))).toBe(text));

  it('of 0 with a truncated fraction is less than the smallest, not zero', () => {
    expect(formatAmount(amount('0', false))).toBe('< $0.0001');
    expect(spokenAmount(amount('0', false))).toBe('less than $0.0001');
    expect(spokenAmount(amount('-12300'))).toBe('minus $1.23');
  });

  it('is shown with all its decimals on request', () => {
    expect(formatExactly(amount('12.345'))).toBe('$0.0012345');
    expect(formatExactly(amount('-10000'))).toBe('−$1.00');
    expect(formatExactly(amount('12300000.00'))).toBe('$1,230.00');
  });

  it('is never shown as zero when something was charged', () => {
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

describe('amounts next to their total', () => {
  const shown = (total: string, ...lists: readonly (readonly string[])[]) =>
    figuresOf(
      amount(total),
      lists.map((list) => list.map((exact) => amount(exact))),
    );

  it('distribute the missing cent by the largest remainder', () => {
    const halves = { total: '$2.01', lists: [['$1.01', '$1.00']] };
    expect(shown('20100', ['10050', '10050'])).toEqual(halves);
    expect(shown('-20100', ['-10050', '-10050']).lists).toEqual([['−$1.01', '−$1.00']]);
    const parts = { total: '$260.96', lists: [['$47.93', '$213.03']] };
    expect(shown('2609550', ['479250', '2130300'])).toEqual(parts);
  });

  it('have as many digits as the smallest of them needs, the total too', () => {
    const four = { total: '$1.4210', lists: [['$1.4200', '$0.0010']] };
    expect(shown('14209.55', ['14200', '9.55'])).toEqual(four);
    const six = { total: '$1.420001', lists: [['$1.420000', '$0.000001']] };
    expect(shown('14200.01', ['14200', '0.01'])).toEqual(six);
  });

  it('show zero as zero, and a charge without its fraction in words', () => {
    const charges = [amount('10000'), amount('0'), amount('0', false)];
    const { lists } = figuresOf(amount('10000'), [charges]);
    expect(lists).toEqual([['$1.00', '$0.00', '< $0.0001']]);
  });

  it('are rounded one by one when the exact ones do not add up', () => {
    expect(shown('10000', ['5049', '6000']).lists).toEqual([['$0.50', '$0.60']]);
  });

  it('add up to it as shown, in every list, with no charge shown as zero', () => {
    const part = fc
      .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 8 }))
      .map(([value, decimals]) => `${value}e-${decimals}`);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.nat(12), (parts, cut) => {
        const sum = sumOf(parts);
        const coarse = [sumOf(parts.slice(0, cut)), sumOf(parts.slice(cut))];
        const { total, lists } = shown(sum, parts, coarse);
        for (const [place, list] of lists.entries()) {
          const exact = [parts, coarse][place] ?? [];
          expect(sumOf(list.map(numberOf)), list.join(' + ')).toBe(sumOf([numberOf(total)]));
          for (const [index, text] of list.entries()) {
            expect(/[1-9]/u.test(text)).toBe(parseDecimal(exact[index] ?? '')?.value !== 0n);
          }
        }
      }),
    );
  });
});

it('uses the digits of the column for an amount in it', () => {
  expect(formatWith(amount('12.5'), 6)).toBe('$0.001250');
  expect(formatWith(amount('-12345678'), 2)).toBe('−$1,234.57');
  expect(formatWith(amount('0', false), 6)).toBe('< $0.0001');
});

/** The number of a shown text. */
function numberOf(text: string): string {
  return text.replaceAll(/[$,]/gu, '').replace('−', '-');
}

function sumOf(texts: readonly string[]): string {
  const sum = texts
    .map((text) => parseDecimal(text) ?? { value: 0n, scale: 0 })
    .reduce((a, b) => addDecimals(a, b), { value: 0n, scale: 12 });
  return formatDecimal(sum);
}
