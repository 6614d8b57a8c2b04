import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billQueryParameters, billsOfAnswer, type BillQuery } from './billing.ts';

const DAY = 86_400;

function rowOf(bill: object) {
  return billsOfAnswer({ bills: [bill] })?.[0];
}

describe('the query for bills', () => {
  it('contains only text', () => {
    expect(
      billQueryParameters({
        cycle: 'Day',
        category: 'llm',
        productName: 'a',
        startTime: 0,
        endTime: 31 * DAY - 1,
        ownerId: 'o',
      }),
    ).toEqual({
      cycleType: 'Day',
      productCategory: 'llm',
      productName: 'a',
      startTime: '0',
      endTime: '2678399',
      ownerId: 'o',
    });
    expect(billQueryParameters({ cycle: 'Month', category: 'summary' })).toEqual({
      cycleType: 'Month',
      productCategory: 'summary',
    });
  });

  it('is refused before it is sent when it asks for too much or for nothing', () => {
    const refused = (change: Partial<BillQuery>) =>
      expect(() => billQueryParameters({ cycle: 'Day', category: 'gpu', ...change }));
    refused({ startTime: 0, endTime: 31 * DAY }).toThrow(/at most 31 days at a time, not 32/u);
    refused({ cycle: 'Hour', startTime: 0, endTime: 7 * DAY }).toThrow(/at most 7 days/u);
    refused({ startTime: 2, endTime: 1 }).toThrow(/ends before it begins/u);
    refused({ startTime: 1.5 }).toThrow(/start of the period/u);
    refused({ category: 'x'.repeat(101) }).toThrow(/category of bills/u);
    refused({ cycle: 'Year' as never }).toThrow(/billing cycle/u);
    const year = { cycle: 'Month' as const, startTime: 0, endTime: 365 * DAY };
    expect(() => billQueryParameters({ category: 'gpu', ...year })).not.toThrow();
  });
});

describe('a row of a bill', () => {
  const whole = (value: bigint) => ({ value, scale: 0 });
  const price = (value: bigint) => ({ amount: whole(value), precision: 1_000_000n });

  it('is parsed with every field', () => {
    const row = rowOf({
      userId: 'u',
      startTime: '1795219200',
      endTime: '1795305599',
      billingMethod: 'payg',
      productName: 'model',
      category: 'llm',
      ownerID: 'o',
      billNum0: '1200',
      billNum1: '300',
      basePrice0: '3900',
      basePrice1: '3901',
      discountPrice0: '1950',
      discountPrice1: '1951',
      amount: '12',
      voucherAmount: '5',
      payAmount: '7',
      payAmountDisplay: '$0.0007',
      pricePrecision: '1000000',
      productId: 'p',
    });
    expect(row).toEqual({
      userId: 'u',
      ownerId: 'o',
      productId: 'p',
      productName: 'model',
      category: 'llm',
      billingMethod: 'payg',
      startTime: 1_795_219_200,
      endTime: 1_795_305_599,
      quantities: [whole(1200n), whole(300n)],
      basePrices: [price(3900n), price(3901n)],
      discountPrices: [price(1950n), price(1951n)],
      amount: { whole: whole(12n), decimal: undefined },
      voucherAmount: { whole: whole(5n), decimal: undefined },
      payAmount: { whole: whole(7n), decimal: undefined },
    });
  });

  it('keeps both amounts as they are sent, whatever the name of the cash field', () => {
    const { amount } = rowOf({ amount: '0', amountDecimal: '0.4375' }) ?? {};
    expect(amount).toEqual({ whole: whole(0n), decimal: { value: 4375n, scale: 4 } });
    expect(rowOf({ amount: '7', amountDecimal: 'n/a' })?.amount.decimal).toBeUndefined();
    for (const name of ['payAmountDecimal', 'payableDecimal']) {
      const { payAmount } = rowOf({ payAmount: '1', [name]: '1.5' }) ?? {};
      expect(payAmount?.decimal).toEqual({ value: 15n, scale: 1 });
    }
  });

  it('is exact when a double is not', () => {
    expect(rowOf({ amount: '90071992547409931234' })?.amount.whole?.value).toBe(
      90_071_992_547_409_931_234n,
    );
  });

  it('survives missing, null, numeric or new fields', () => {
    const row = rowOf({ category: 'quantum', amount: 12, billNum0: null, pricePrecision: '0' });
    expect(row).toMatchObject({ category: 'quantum', userId: '', startTime: undefined });
    expect(row?.amount.whole?.value).toBe(12n);
    expect(row?.payAmount.whole).toBeUndefined();
    expect(row?.quantities).toEqual([undefined, undefined]);
    expect(rowOf({ basePrice0: '1', pricePrecision: '0' })?.basePrices[0]?.precision).toBe(1n);
    for (const bills of [null, undefined, {}, 'x', []]) {
      expect(billsOfAnswer({ bills })).toEqual([]);
    }
    expect(billsOfAnswer({})).toEqual([]);
    for (const json of [null, [], 'x']) expect(billsOfAnswer(json)).toBeUndefined();
  });

  it('never breaks the parser, whatever it contains', () => {
    const json = fc.jsonValue();
    const keys = { amount: json, pricePrecision: json, startTime: json, basePrice0: json };
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.record(keys, { requiredKeys: [] }), json)), (bills) => {
        for (const row of billsOfAnswer({ bills }) ?? []) {
          expect(['bigint', 'undefined']).toContain(typeof row.amount.whole?.value);
          expect((row.basePrices[0]?.precision ?? 1n) >= 1n).toBe(true);
        }
      }),
    );
  });
});
