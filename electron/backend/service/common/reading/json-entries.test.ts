import { expect, it } from 'vitest';
import { entriesIn, measured, extentText } from './json-entries.ts';

function entriesOf(text: string): readonly string[] {
  const file = Buffer.from(text);
  const entries = entriesIn(file, { from: 1, to: file.byteLength });
  return [...entries].map((entry) => extentText(file, entry));
}

it('finds the entries whatever their texts contain', () => {
  const entries = ['",]}[{\\""', '"\\\\"', '[1,[2]]', ' {"a": "]"} ', '1e3', '"\\\\\\"]"'];
  expect(entriesOf(`[${entries.join(',')}] rest`)).toEqual(entries);
  expect(entriesOf('[]')).toEqual([]);
  expect(entriesOf('[1,]')).toEqual(['1', '']);
  expect(entriesOf('[1,"a')).toEqual(['1', '"a']);
});

it.each([
  ['"[[["', 0, 1],
  ['[]', 1, 1],
  ['[[1,2],{"a":[]}]', 3, 7],
  ['{"a":{"b":[[', 4, 4],
])('measures depth and number of values of %s without building it', (text, levels) => {
  const file = Buffer.from(text);
  expect(measured(file, { from: 0, to: file.byteLength })).toMatchObject({ levels });
});

it('stops counting when a value exceeds the requested number', () => {
  const file = Buffer.from(`[${'1,'.repeat(1000)}1]`);
  expect(measured(file, { from: 0, to: file.byteLength }, 10).values).toBe(11);
});
