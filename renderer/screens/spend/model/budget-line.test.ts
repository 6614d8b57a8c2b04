import { expect, it } from 'vitest';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import type { Budget } from '../../../../shared/contract/spend-forecast.ts';
import { budgetLine } from './budget-line.ts';

const NOVEMBER = Date.UTC(2026, 10) / 1000;
const DAY = 86_400;

function state(changes: Partial<Budget>) {
  const budget: Budget = {
    id: 'a',
    scope: 'all',
    period: 'month',
    amount: 1_000_000,
    counts: 'used',
    asks: false,
    ...changes,
  };
  const spent = { exact: '0', hasDecimals: true };
  return { budget, start: 0, end: 1, spent, percent: 0, isKnown: true };
}

it('shows a budget as a line when bars or the running sum can be compared with it', () => {
  const range = { start: NOVEMBER, end: NOVEMBER + 22 * DAY };
  const view = { categories: [...CHARGED_CATEGORIES], productName: '', isCumulative: true };
  const budgets = [state({}), state({ period: 'day', amount: 50_000 })];
  expect(budgetLine(budgets, view, { unit: 'day' }, range)).toEqual({ scale: 'bars', dollars: 5 });
  expect(budgetLine([state({})], view, { unit: 'day' }, range)).toEqual({
    scale: 'sum',
    dollars: 100,
  });
  const plain = { ...view, isCumulative: false };
  expect(budgetLine([state({})], plain, { unit: 'day' }, range)).toBeUndefined();
  expect(budgetLine([state({})], plain, { unit: 'month' }, range)).toMatchObject({ dollars: 100 });
  const long = { start: NOVEMBER - 31 * DAY, end: range.end };
  expect(budgetLine([state({})], view, { unit: 'day' }, long)).toBeUndefined();
  const filtered = { ...view, productName: 'clean' };
  expect(budgetLine(budgets, filtered, { unit: 'day' }, range)).toBeUndefined();
  const llm = { ...view, categories: ['llm' as const] };
  expect(budgetLine(budgets, llm, { unit: 'day' }, range)).toBeUndefined();
  expect(budgetLine([state({ scope: 'llm' })], llm, { unit: 'day' }, range)).toBeDefined();
  expect(budgetLine([state({ counts: 'to-pay' })], view, { unit: 'month' }, range)).toBeUndefined();
});
