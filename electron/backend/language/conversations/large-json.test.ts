import { expect, it } from 'vitest';
import { parseLarge } from './large-json.ts';

/** Every list and record is read entry by entry. */
async function parse(text: string): Promise<unknown> {
  const file = Buffer.from(text);
  return await parseLarge(file, { from: 0, to: file.byteLength }, async () => undefined, {
    atOnce: 0,
  });
}

it('reads the same entry by entry as at once', async () => {
  const values = [
    { a: [1, ',]}"[', { 'ü “:': '😀', '"b\\': [[], {}, ''] }], '': null },
    [[[[]]], -1.5e3, true, 'x\\"'],
    'text',
    { deep: { deeper: { deepest: [{}] } } },
  ];
  for (const value of values) {
    for (const space of [0, 2]) {
      expect(await parse(` ${JSON.stringify(value, null, space)}\n`)).toEqual(value);
    }
  }
  const own = (await parse('{"__proto__": {"a": 1}, "b": 1, "b": 2}')) as { readonly b: number };
  expect(Object.getPrototypeOf(own)).toBe(Object.prototype);
  expect(own.b).toBe(2);
});

it.each([
  '[1,]',
  '[1 2]',
  '{"a"}',
  '{"a":1,}',
  '[1}',
  '{"a":[1}',
  '[1] 2',
  '[',
  '{"a":1',
  '{1:2}',
  '',
])('refuses %s', async (text) => {
  await expect(parse(text)).rejects.toThrow(SyntaxError);
});
