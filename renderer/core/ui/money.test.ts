import { describe, expect, it } from 'vitest';
import { dollarsOfPrice, formatMoney, priceOfDollars } from './money.ts';

describe('prices', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.0005'],
    [400, '$0.04'],
    [450, '$0.045'],
    [12_345, '$1.2345'],
    [120_000, '$12.00'],
  ])('format %d as %s', (price, text) => expect(formatMoney(price)).toBe(text));

  it('are parsed from typed text, and from nothing else', () => {
    expect(priceOfDollars(0.045)).toBe(450);
    expect(priceOfDollars('0.0005')).toBe(5);
    expect(priceOfDollars('0')).toBe(0);
    for (const wrong of ['', '-', 'free', -1, 101]) expect(priceOfDollars(wrong)).toBeUndefined();
    expect(dollarsOfPrice(450)).toBe(0.045);
  });
});
