import { describe, expect, it } from 'vitest';
import { createSpendSession, createSpendStore } from './spend-session.ts';

function screen() {
  const store = createSpendStore();
  return { session: createSpendSession(store), state: store.getState };
}

const month = (number: number) => ({ start: number, end: number + 1 });

describe('chart ranges', () => {
  it('are undone one after another, and the selected bar is deselected', () => {
    const { session, state } = screen();
    session.point({ bar: 3, key: undefined });
    session.leave(month(1));
    session.leave(month(2));
    expect(state().at).toBeUndefined();
    expect([session.back(), session.back(), session.back()]).toEqual([
      month(2),
      month(1),
      undefined,
    ]);
  });

  it('are dropped after twenty, the oldest first', () => {
    const { session, state } = screen();
    for (let number = 0; number < 25; number++) session.leave(month(number));
    expect(state().before).toHaveLength(20);
    expect(state().before[0]).toEqual(month(5));
  });
});

it('a dragged range keeps its bars in order in either direction, and ends once', () => {
  const { session, state } = screen();
  session.span({ from: 5, to: 2 });
  expect(session.endSpan()).toEqual({ from: 2, to: 5 });
  expect([session.endSpan(), state().dragged]).toEqual([undefined, undefined]);
});

it('opens rows and budgets, and closes them', () => {
  const { session, state } = screen();
  const rows = { title: 'May' } as unknown as Parameters<typeof session.open>[0];
  session.open(rows);
  session.showBudgets(true);
  expect([state().opened, state().areBudgetsShown]).toEqual([rows, true]);
  session.open(undefined);
  session.showBudgets(false);
  expect([state().opened, state().areBudgetsShown]).toEqual([undefined, false]);
});
