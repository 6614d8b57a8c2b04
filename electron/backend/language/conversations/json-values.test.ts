import { expect, it } from 'vitest';
import { jsonValues } from './json-values.ts';
import { createPauses } from './pauses.ts';

async function read(text: string, pause: () => Promise<void> = async () => undefined) {
  const values: unknown[] = [];
  let bad = 0;
  for await (const value of jsonValues(Buffer.from(text), pause, () => (bad += 1))) {
    values.push(value);
  }
  return { values, bad };
}

it('reads the entries of a list, whatever is in their texts', async () => {
  const entries = [{ a: ',]}"[' }, 'b\\', [1, [2, '\\"]']], null, { 'ü “': '😀' }, -1.5, {}];
  for (const text of [JSON.stringify(entries), `\uFEFF\n ${JSON.stringify(entries, null, 2)}\n`]) {
    expect(await read(text)).toEqual({ values: entries, bad: 0 });
  }
  expect(await read('[]')).toEqual({ values: [], bad: 0 });
});

it('reads one value, and one on each line', async () => {
  expect(await read('\uFEFF{"a": [1]}')).toEqual({ values: [{ a: [1] }], bad: 0 });
  expect(await read('{"a":1}\r\n\n{"b":2}\nno\n')).toEqual({
    values: [{ a: 1 }, { b: 2 }],
    bad: 1,
  });
  expect(await read('')).toEqual({ values: [], bad: 0 });
});

it('keeps all that is whole of a list that breaks off', async () => {
  expect(await read('[{"a":1},{"b":[2}')).toEqual({ values: [{ a: 1 }], bad: 1 });
  expect(await read('[{"a":1},no,{"b":2}]')).toEqual({ values: [{ a: 1 }, { b: 2 }], bad: 1 });
});

it('pauses between entries and within a large one, where other work waits', async () => {
  let pauses = 0;
  const pause = async (): Promise<void> => void (pauses += 1);
  await read(`[${'"x",'.repeat(9)}"${'y'.repeat(3_500_000)}"]`, pause);
  expect(pauses).toBeGreaterThanOrEqual(13);
  const order: string[] = [];
  const rest = createPauses();
  const end = performance.now() + 40;
  setImmediate(() => order.push('other work'));
  while (performance.now() < end) await rest();
  order.push('end');
  expect(order).toEqual(['other work', 'end']);
});

it('leaves out what is nested without end, in a list, on a line and as a whole', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(await read(`[{"a":1},${deep},{"b":2}]`)).toEqual({ values: [{ a: 1 }, { b: 2 }], bad: 1 });
  expect(await read(`{"a":${deep}}`)).toEqual({ values: [], bad: 1 });
  expect(await read(deep)).toEqual({ values: [], bad: 1 });
  expect(await read('['.repeat(600_000))).toMatchObject({ values: [] });
});

it('leaves a text out that is longer than any message', async () => {
  const { values, bad } = await read(
    JSON.stringify([{ a: 'x'.repeat(25_000_000), b: 'kept' }, 'kept']),
  );
  expect(values).toEqual([{ a: '', b: 'kept' }, 'kept']);
  expect(bad).toBe(1);
});

it('ends when it is told to', async () => {
  const stop = new AbortController();
  const reading = read('[1,2,3]', async () => {
    stop.signal.throwIfAborted();
    stop.abort();
  });
  await expect(reading).rejects.toThrow(/abort/u);
});
