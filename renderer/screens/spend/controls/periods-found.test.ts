import { expect, it } from 'vitest';
import { periodsFound } from './periods-found.ts';

const item = (value: string, label = value) => ({ value, label });
const months = Array.from({ length: 120 }, (_, back) =>
  item(`m${back}`, `${back % 12 === 7 ? 'March' : 'June'} ${2026 - Math.floor(back / 12)}`),
);
const LIST = [
  item('today', '25 Nov'),
  item('other', 'Other dates…'),
  { group: 'Months', items: months },
];

const labels = (typed: string) =>
  periodsFound(LIST, typed).flatMap((each) =>
    'group' in each ? each.items.map(({ label }) => label) : [each.label],
  );

it('the periods in the list are any of ten years once typed, with words in any order', () => {
  expect(labels('march 2018')).toEqual(['March 2018']);
  expect(labels('2018 mar')).toEqual(['March 2018']);
});
