import { beforeEach, expect, it } from 'vitest';
import type { OpenedRows } from '../model/selections.ts';
import { endSpan, leaveRange, showConnection, takeLastRange, useSpend } from './use-spend.ts';

beforeEach(() => useSpend.setState(useSpend.getInitialState(), true));

const month = (number: number) => ({ start: number, end: number + 1 });

it('chart ranges are undone one after another, and the selected bar is deselected', () => {
  useSpend.setState({ at: { bar: 3, key: undefined } });
  leaveRange(month(1));
  leaveRange(month(2));
  leaveRange(month(3)); // chosen again
  expect(useSpend.getState().at).toBeUndefined();
  const shown = [3, 2, 1].map((number) => takeLastRange(month(number)));
  expect(shown).toEqual([month(2), month(1), undefined]);
});

it('chart ranges are dropped after twenty, the oldest first', () => {
  for (let number = 0; number < 25; number++) leaveRange(month(number));
  expect(useSpend.getState().before).toHaveLength(20);
  expect(useSpend.getState().before[0]).toEqual(month(5));
});

it('a dragged range keeps its bars in order in either direction, and ends once', () => {
  useSpend.setState({ dragged: { from: 5, to: 2 } });
  expect(endSpan()).toEqual({ from: 2, to: 5 });
  expect([endSpan(), useSpend.getState().dragged]).toEqual([undefined, undefined]);
});

it('rows that were opened are closed when another connection is shown', () => {
  const opened = { label: 'All rows' } as OpenedRows;
  showConnection('a');
  useSpend.setState({ opened });
  showConnection('a');
  expect(useSpend.getState().opened).toBe(opened);
  showConnection('b');
  expect(useSpend.getState().opened).toBeUndefined();
});
