import { expect, it } from 'vitest';
import { readLanguageAnswer } from './language-answer.ts';

it('a choice without a whole index from 0 is the one at its place in the list', () => {
  for (const odd of [-1, 0.5, 1e300, Number.NaN, 'x', null]) {
    const { choices } = readLanguageAnswer({
      choices: [
        { index: 0, text: 'a' },
        { index: odd, text: 'b' },
      ],
    });
    expect(
      choices.map(({ index }) => index),
      String(odd),
    ).toEqual([0, 1]);
  }
  expect(readLanguageAnswer({ choices: [{ index: 3, text: 'd' }] }).choices[0]?.index).toBe(3);
});
