import { expect, it } from 'vitest';
import { readColor } from './ColorField.tsx';

it('reads colours as they are typed and copied from other programs', () => {
  const texts = ['#1e90ff', '#1E90FF', ' 1e90ff ', '#19f', '19F'];
  expect(texts.map(readColor)).toEqual(['#1e90ff', '#1e90ff', '#1e90ff', '#1199ff', '#1199ff']);
});

it('reads no colour from a part of one, or anything else', () => {
  const texts = ['', '#', '#1e', '#1e90', '#1e90f', '#1e90ff0', 'red', '#1e90fg'];
  expect(texts.map(readColor)).toEqual(texts.map(() => undefined));
});
