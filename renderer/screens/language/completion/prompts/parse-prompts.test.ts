import { expect, it } from 'vitest';
import { parsePrompts, placeOfChoice } from './parse-prompts.ts';

it('reads one text per line, with escaped line breaks', () => {
  expect(parsePrompts('texts', 'One\n\nTwo\\nlines\n')).toEqual({
    prompt: ['One', 'Two\nlines'],
    count: 2,
  });
});

it('reads token ids, even as copied from JSON', () => {
  expect(parsePrompts('tokens', '[1, 2,\n3]')).toMatchObject({ prompt: [1, 2, 3] });
  expect(parsePrompts('token-lists', '[1, 2],\n3 4 5')).toMatchObject({
    prompt: [
      [1, 2],
      [3, 4, 5],
    ],
  });
});

it('splits lists in brackets, on one line or many', () => {
  const lists = { prompt: [[1, 2], [3]], count: 2 };
  expect(parsePrompts('token-lists', '[[1,2],[3]]')).toEqual(lists);
  expect(parsePrompts('token-lists', '[\n  [\n    1,\n    2\n  ],\n  [3]\n]')).toEqual(lists);
  expect(parsePrompts('tokens', '[[1,2],[3]]')).toHaveProperty('problem');
});

it('names the invalid line', () => {
  expect(parsePrompts('tokens', '1\n\n\nx')).toEqual({ problem: 'Line 4: “x” is not a token id.' });
  expect(parsePrompts('tokens', '1\nx')).toEqual({ problem: 'Line 2: “x” is not a token id.' });
  expect(parsePrompts('token-lists', '1 -2')).toHaveProperty('problem');
  expect(parsePrompts('texts', ' \n')).toHaveProperty('problem');
  expect(parsePrompts('tokens', '[ ]')).toHaveProperty('problem');
});

it('counts answers per prompt', () => {
  expect([0, 1, 2, 3].map((choice) => placeOfChoice(choice, 2))).toEqual([
    { prompt: 0, answer: 0 },
    { prompt: 0, answer: 1 },
    { prompt: 1, answer: 0 },
    { prompt: 1, answer: 1 },
  ]);
});
