import { eventIterator, oc } from '@orpc/contract';
import { createRouterClient, implement } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withMendedOutputs } from './mended-output.ts';

const rowSchema = z.strictObject({
  id: z.string(),
  cost: z.number().nonnegative().optional(),
  usage: z.strictObject({ tokens: z.int() }).optional(),
});
const pageSchema = z.strictObject({ rows: z.array(rowSchema).readonly(), total: z.int() });

/** What the window receives of a value, once in an answer and once in a stream, and what is left out. */
async function received(value: unknown) {
  const leftOut: string[] = [];
  const os = implement({
    list: { page: oc.output(pageSchema), news: oc.output(eventIterator(pageSchema)) },
  });
  const sent = value as z.input<typeof pageSchema>;
  const router = os.router({
    list: {
      page: os.list.page.handler(() => sent),
      news: os.list.news.handler(async function* () {
        yield sent;
      }),
    },
  });
  const client = createRouterClient(
    withMendedOutputs(router, (procedure, places) => leftOut.push(`${procedure} ${places.join()}`)),
  );
  const page = await client.list.page();
  for await (const news of await client.list.news()) expect(news).toEqual(page);
  return { page, leftOut: leftOut[0] };
}

describe('output that the contract refuses', () => {
  it('loses only an optional invalid field', async () => {
    const rows = [
      { id: 'a', cost: -1 },
      { id: 'b', cost: 2, odd: true },
    ];
    expect(await received({ rows, total: 2 })).toEqual({
      page: { rows: [{ id: 'a' }, { id: 'b', cost: 2 }], total: 2 },
      leftOut: 'list.page rows.0.cost,rows.1.odd',
    });
  });

  it('loses the object that a required field belongs to, up to the entry of the list', async () => {
    const rows = [
      { id: 5 },
      { id: 'a', usage: { tokens: 0.5 } },
      null,
      { id: 'b', usage: { tokens: 1 } },
      { cost: 1 },
    ];
    expect((await received({ rows, total: 5 })).page).toEqual({
      rows: [{ id: 'a' }, { id: 'b', usage: { tokens: 1 } }],
      total: 5,
    });
  });

  it('is passed on unchanged when valid, and refused when nothing can be left out', async () => {
    const good = { rows: [{ id: 'a' }], total: 1 };
    expect(await received(good)).toEqual({ page: good, leftOut: undefined });
    for (const value of [5, { rows: [], total: 0.5 }]) {
      await expect(received(value)).rejects.toThrow('Output validation failed');
    }
  });
});
