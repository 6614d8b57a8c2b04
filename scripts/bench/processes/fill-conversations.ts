/** Fills a data folder with conversations of 50 messages. Arguments: folder, how many. */
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { importFile } from '../../../electron/testing/import-file.ts';

const [folder = '', count = '0'] = process.argv.slice(2);

/** Messages of a conversation, and words of a message. */
const SIZE = { messages: 50, words: 120 } as const;

const WORDS =
  'light falls from the left soft shadow paper grain colour warm cold edge margin column type serif weight line page print 数据库 设计 contrast balance space frame crop focus lens film'.split(
    ' ',
  );

let state = 7;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 12) % below;
}

/** Words as prose has them: the first of the list are common, and every message has one of its own. */
function text(message: number): string {
  const words = Array.from({ length: SIZE.words }, () => {
    const index = Math.min(random(WORDS.length), random(WORDS.length));
    return random(4) === 0 ? `word${random(20_000)}` : (WORDS[index] ?? '');
  });
  return `${words.join(' ')} own${message}`;
}

const fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
for (let first = 0; first < Number(count); first += 100) {
  const lines: string[] = [];
  for (let index = first; index < Math.min(first + 100, Number(count)); index++) {
    const messages = Array.from({ length: SIZE.messages }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: text(index * SIZE.messages + at),
    }));
    lines.push(JSON.stringify({ id: `c${index}`, title: `Conversation ${index}`, messages }));
  }
  await importFile(fixture.client().conversations, { file: new Blob([lines.join('\n')]) });
}
await fixture[Symbol.asyncDispose]();
