import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { fromVisible, toVisible } from './visible-text.ts';

it('writes line breaks and tabs out', () => {
  expect(toVisible('a\n\tb\r')).toBe(String.raw`a\n\tb\r`);
  expect(fromVisible(String.raw`\n\n###`)).toBe('\n\n###');
  expect(fromVisible(String.raw`\d`)).toBe(String.raw`\d`);
});

it('reads every text back as it was', () => {
  assert(property(string(), (text) => fromVisible(toVisible(text)) === text));
});
