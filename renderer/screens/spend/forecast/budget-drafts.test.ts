import { describe, expect, it } from 'vitest';
import { budgetAmount, draftOf, newDraft, percentNow, budgetProblem } from './budget-drafts.ts';

describe('budgets that are being edited', () => {
  it('accept amounts of money only', () => {
    expect(budgetAmount('12.34')).toBe(123_400);
    expect(budgetAmount(0.0001)).toBe(1);
    for (const bad of ['', '0', '-5', 'ten', '1e400', 0])
      expect(budgetAmount(bad), String(bad)).toBeUndefined();
  });

  it('are refused without an amount, and twice for the same scope', () => {
    const first = { ...newDraft('a'), dollars: 10 };
    expect(budgetProblem([first])).toBeUndefined();
    expect(budgetProblem([newDraft('a')])).toContain('Enter an amount');
    expect(budgetProblem([first, { ...first, id: 'b' }])).toContain('Two budgets');
    expect(budgetProblem([first, { ...first, id: 'b', period: 'day' }])).toBeUndefined();
  });

  it('show the used share while the amount is typed', () => {
    const budget = { ...newDraft('a'), amount: 1_000_000 };
    const { dollars: _, ...stored } = budget;
    const state = {
      budget: stored,
      start: 0,
      end: 1,
      spent: { exact: '850000', hasDecimals: true },
      percent: 85,
      isKnown: true,
    };
    expect(percentNow({ ...draftOf(stored), dollars: 50 }, [state])).toBe(170);
    expect(percentNow({ ...draftOf(stored), period: 'day' }, [state])).toBeUndefined();
  });
});
