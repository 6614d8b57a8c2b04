import { describe, expect, it } from 'vitest';
import { typingErrors } from './typing-errors.ts';

describe('typing errors in the palette', () => {
  it.each([
    ['slect', 'select', 1],
    ['brsuh', 'brush', 1],
    ['lassoo', 'lasso', 1],
    ['ligt', 'light', 1],
    ['apparence', 'appearance', 2],
    ['recangl', 'rectangle', 1], // the end is not typed yet
    ['chat', 'chat', 0],
  ])('match %s to %s', (typed, word, errors) => {
    expect(typingErrors(typed, word)).toBe(errors);
  });

  it.each([
    ['poster', 'faster'],
    ['branch', 'brush'],
    ['attach', 'batch'],
    ['difference', 'preferences'],
    ['tone', 'tonality'],
    ['sky', 'say'],
    ['quit', 'quick select'],
    ['receipt', 'recipe'],
  ])('do not match %s to %s', (typed, word) => {
    expect(typingErrors(typed, word)).toBeUndefined();
  });
});
