import { afterAll, expect, it } from 'vitest';
import { createReadingThread } from '../../service/common/reading/read-in-thread.ts';
import { readTable } from './prompt-tables.ts';

const thread = createReadingThread();
afterAll(() => thread.close());

const readText = (text: string) => readTable(thread, text, new AbortController().signal);

it('finds the delimiter by the headings, even when rows are ragged', async () => {
  const read = await readText(
    '\uFEFFproduct;place\r\nTea {{x}};Berlin\r\nfile:///etc/passwd;"Ro;me"\r\nLamp',
  );
  expect(read).toMatchObject({
    delimiter: ';',
    columns: ['product', 'place'],
    rows: [
      ['Tea {{x}}', 'Berlin'],
      ['file:///etc/passwd', 'Ro;me'],
      ['Lamp', ''],
    ],
  });
  expect(read.problems).toHaveLength(1);
  expect((await readText('a\tb, c\n1\t2')).columns).toEqual(['a', 'b, c']);
  expect((await readText('one\n1')).columns).toEqual(['one']);
});
