import { expect, it } from 'vitest';
import { parsePrompts, placeOfChoice } from './parse-prompts.ts';

it('reads one text a line, with written line breaks', () => {
  expect(parsePrompts('texts', 'One\n\nTwo\\nlines\n')).toEqual({
    prompt: ['One', 'Two\nlines'],
    names: ['One', 'Two\\nlines'],
  });
});

it('reads token ids, also as they are copied from JSON', () => {
  expect(parsePrompts('tokens', '[1, 2,\n3]')).toMatchObject({ prompt: [1, 2, 3] });
  expect(parsePrompts('token-lists', '[1, 2],\n3 4 5')).toMatchObject({
    prompt: [
      [1, 2],
      [3, 4, 5],
    ],
  });
});

it('names the line that is wrong', () => {
  expect(parsePrompts('tokens', '1\nx')).toEqual({ problem: 'Line 2: “x” is not a token id.' });
  expect(parsePrompts('token-lists', '1 -2')).toHaveProperty('problem');
  expect(parsePrompts('texts', ' \n')).toHaveProperty('problem');
  expect(parsePrompts('tokens', '[ ]')).toHaveProperty('problem');
});

it('counts answers prompt by prompt', () => {
  expect([0, 1, 2, 3].map((choice) => placeOfChoice(choice, 2))).toEqual([
    { prompt: 0, answer: 0 },
    { prompt: 0, answer: 1 },
    { prompt: 1, answer: 0 },
    { prompt: 1, answer: 1 },
  ]);
});
