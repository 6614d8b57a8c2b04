import { describe, expect, it } from 'vitest';
import { classOf, probabilityOf, tableOf } from './probability.ts';

const of = (token: string, probability: number, others: Readonly<Record<string, number>> = {}) => ({
  token,
  logprob: Math.log(probability),
  alternatives: Object.entries(others).map(([text, each]) => ({
    token: text,
    logprob: Math.log(each),
  })),
});

describe('the probability class of a token', () => {
  it('falls with its probability', () => {
    expect([1, 0.91, 0.7, 0.31, 0.11, 0.05, 0.001].map((each) => classOf([of('a', each)]))).toEqual(
      [0, 0, 0, 1, 2, 3, 4],
    );
  });

  it('is shared by all parts of a character', () => {
    expect(probabilityOf([of('a', 0.5), of('b', 0.5)])).toBeCloseTo(0.25);
  });

  it('is missing when the service gave no number', () => {
    expect(classOf([{ token: 'a', alternatives: [] }])).toBeUndefined();
  });
});

describe('the alternatives of a token', () => {
  it('are sorted by probability, even tokens that are digits', () => {
    const table = tableOf(of('20', 0.3, { 1: 0.5, 20: 0.3, 3: 0.1 }));
    expect(table.choices.map(({ token }) => token)).toEqual(['1', '20', '3']);
    expect(table).toMatchObject({ rank: 2 });
    expect(table.coverage).toBeCloseTo(0.9);
  });

  it('include a written token that is not listed, without guessing its rank', () => {
    const table = tableOf(of('rare', 0.001, { a: 0.6, b: 0.3 }));
    expect(table.choices.at(-1)).toMatchObject({ token: 'rare', isWritten: true });
    expect(table.rank).toBeUndefined();
  });

  it('list a text once that two tokens share', () => {
    expect(tableOf(of('a', 0.4, { a: 0.4, b: 0.2 })).choices).toHaveLength(2);
  });

  it('show a written token without a number', () => {
    const table = tableOf({ token: 'x', alternatives: [{ token: 'y', logprob: -1 }] });
    expect(table.choices.at(-1)).toEqual({ token: 'x', probability: undefined, isWritten: true });
    expect(table.rank).toBeUndefined();
  });
});
