/**
 * Damaged files of conversations and tables: each is read as its import reads it, and ends in a report or in
 * an error with a sentence. The library stays sound.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { byDepth } from '../../testing/depth.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { mutate } from '../../testing/mutations.ts';
import { GESSO_CONVERSATION } from './conversations/conversation-files.ts';
import { readTable } from './prompt-tables/read-table.ts';

const RUN = {
  mutations: byDepth(60, 2000),
  /** For one file; a sound one takes some ms. */
  milliseconds: 20_000,
  /** That the process may grow by, over all files of a kind. */
  megabytes: 800,
} as const;

let fixture: BackendFixture;
beforeAll(async () => {
  fixture = await createBackendFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const node = (id: string, parent: string | null, role: string) => ({
  id,
  parent,
  children: [],
  message: {
    author: { role },
    create_time: 1_700_000_000.5,
    content: { content_type: 'text', parts: [`“${id}” says “hello” \\ 😀`] },
  },
});

const FILES = {
  'an export of ChatGPT': JSON.stringify([
    {
      title: 'First',
      conversation_id: 'one',
      current_node: 'c',
      mapping: {
        a: node('a', null, 'system'),
        b: node('b', 'a', 'user'),
        c: node('c', 'b', 'assistant'),
      },
    },
    { title: 'Second', mapping: { x: node('x', null, 'user') } },
  ]),
  'a file of Gesso’s': JSON.stringify({
    ...GESSO_CONVERSATION,
    conversation: { id: 'own', title: 'Own', system: 'Be brief.', currentMessage: 'q' },
    messages: [
      { id: 'p', role: 'user', text: 'A question', createdAt: 5 },
      { id: 'q', parentId: 'p', role: 'assistant', text: 'An answer', model: 'm' },
    ],
  }),
  'messages, one on each line':
    '{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}\n',
} as const;

/** @returns errors without a sentence, and how many files were taken */
async function readAll(file: string, read: (bytes: Buffer) => unknown) {
  const before = process.memoryUsage.rss();
  const unexpected: string[] = [];
  let taken = 0;
  for (let seed = 1; seed <= RUN.mutations; seed++) {
    const bytes = mutate(Buffer.from(file), seed);
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`Seed ${seed} takes too long.`)), RUN.milliseconds).unref();
    });
    try {
      await Promise.race([read(bytes), late]);
      taken += 1;
    } catch (error) {
      // that of a call has its data beside it
      const data = appErrorSchema.safeParse(Reflect.get(Object(error) as object, 'data'));
      const { kind, details } = data.success ? data.data : toAppError(error);
      if (kind === 'unexpected') unexpected.push(`seed ${seed}: ${JSON.stringify(details)}`);
    }
  }
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(RUN.megabytes);
  return { unexpected, taken };
}

describe('damaged files', () => {
  it.each(Object.entries(FILES))(
    '%s',
    async (_name, file) => {
      const { conversations } = fixture.client();
      const { unexpected, taken } = await readAll(file, (bytes) =>
        conversations.import({ file: new Blob([new Uint8Array(bytes)]) }),
      );
      expect(unexpected).toEqual([]);
      expect(taken).toBeGreaterThan(0);
      expect(problemsIn(fixture.dataFolder)).toEqual([]);
    },
    600_000,
  );

  it('a table', async () => {
    const text = '\uFEFFname;colour;"with ""quotes"""\nÄnne;=1+1;"a\nb"\nBob;;\u0000\n';
    const { unexpected, taken } = await readAll(text, (bytes) => readTable(bytes));
    expect(unexpected).toEqual([]);
    expect(taken).toBeGreaterThan(0);
  });
});
