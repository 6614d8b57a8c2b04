import { expect, it } from 'vitest';
import { commitProblems } from './commits.ts';

it('accepts an imperative subject with a reason', () => {
  expect(
    commitProblems([{ subject: 'Share the clamp helper', body: 'Two rooms had one.' }]),
  ).toEqual([]);
});

it('names prefixes, full stops, long subjects and missing reasons', () => {
  const bad = [
    { subject: 'Menus: their buttons say that they open one', body: 'why' },
    { subject: 'Share the clamp helper.', body: 'why' },
    { subject: `Share ${'x'.repeat(70)}`, body: 'why' },
    { subject: 'Share the clamp helper', body: '' },
  ];
  expect(commitProblems(bad).map((problem) => problem.split('”: ')[1])).toEqual([
    'does not begin with a verb',
    'ends with a full stop',
    'more than 72 characters',
    'has no body with the reason',
  ]);
});
