import { expect, it } from 'vitest';
import { jsonValues, VALUE_LIMITS } from './json-values.ts';

function readAll(text: string) {
  const reasons: string[] = [];
  const values = [...jsonValues(Buffer.from(text), (reason) => reasons.push(reason))];
  return { values, reasons };
}

function read(text: string) {
  const { values, reasons } = readAll(text);
  return { values, bad: reasons.length };
}

const reasonsOf = (text: string) => readAll(text).reasons;

it('reads the entries of a list, whatever their texts contain', () => {
  const entries = [{ a: ',]}"[' }, 'b\\', [1, [2, '\\"]']], null, { 'ü “': '😀' }, -1.5, {}];
  for (const text of [JSON.stringify(entries), `\uFEFF\n ${JSON.stringify(entries, null, 2)}\n`]) {
    expect(read(text)).toEqual({ values: entries, bad: 0 });
  }
  expect(read('[]')).toEqual({ values: [], bad: 0 });
});

it('reads one value, and one on each line', () => {
  expect(read('\uFEFF{"a": [1]}')).toEqual({ values: [{ a: [1] }], bad: 0 });
  expect(read('{"a":1}\r\n\n{"b":2}\nno\n')).toEqual({
    values: [{ a: 1 }, { b: 2 }],
    bad: 1,
  });
  expect(read('')).toEqual({ values: [], bad: 0 });
});

it('keeps the complete entries of a truncated list', () => {
  expect(read('[{"a":1},{"b":[2}')).toEqual({ values: [{ a: 1 }], bad: 1 });
  expect(read('[{"a":1},no,{"b":2}]')).toEqual({ values: [{ a: 1 }, { b: 2 }], bad: 1 });
});

it('S49 leaves out values nested too deep in one pass, and keeps the others', () => {
  const deep = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
  expect(read(`[{"a":1},${deep(VALUE_LIMITS.levels)}]`)).toMatchObject({ bad: 0 });
  const sentence = `A part is nested deeper than ${VALUE_LIMITS.levels} levels and was left out.`;
  for (const text of [`[{"a":1},${deep(100_000)},{"b":2}]`, `{"a":1}\n${deep(100_000)}\n{"b":2}`]) {
    expect(read(text).values).toEqual([{ a: 1 }, { b: 2 }]);
    expect(reasonsOf(text)).toEqual([sentence]);
  }
  expect(reasonsOf(deep(100_000))).toEqual([sentence]);
  expect(reasonsOf('['.repeat(1_000_000))).toEqual([sentence]);
});

it('S49 leaves out entries that would build too many values', () => {
  const many = `[${'0,'.repeat(VALUE_LIMITS.values)}0]`;
  expect(reasonsOf(`[${many},1]`)).toEqual([
    'A part has more than 10,000,000 values and was left out.',
  ]);
});
