import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { fromVisible, toVisible } from './visible-text.ts';

it('escapes line breaks and tabs', () => {
  expect(toVisible('a\n\tb\r')).toBe(String.raw`a\n\tb\r`);
  expect(fromVisible(String.raw`\n\n###`)).toBe('\n\n###');
  expect(fromVisible(String.raw`\d`)).toBe(String.raw`\d`);
});

it('restores every text unchanged', () => {
  assert(property(string(), (text) => fromVisible(toVisible(text)) === text));
});
