/** Tests ids and seeds that are sent as numbers larger than a double can hold. */
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from './http-client.ts';
import type { LanguageEvent } from './language/language-events.ts';
import { startClientBench } from './testing/client-bench.ts';
import { answering } from './testing/quirky-server.ts';

const ID = '9007199254740993';
const PROMPT = { model: 'm', prompt: 'p' };
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'p' }] };

async function streamed(
  call: (options: { onEvents(events: readonly LanguageEvent[]): void }) => Promise<unknown>,
): Promise<unknown> {
  const all: LanguageEvent[] = [];
  await call({ onEvents: (events) => void all.push(...events) });
  return all.find(({ is }) => is === 'origin');
}

/** Every operation whose answer has an id, with such an answer. */
const OPERATIONS: readonly (readonly [
  name: string,
  answer: string,
  call: (client: ServiceClient) => Promise<unknown>,
])[] = [
  [
    'an upload',
    `{"assets_id":${ID},"upload_url":"https://h/u"}`,
    (client) => client.requestUpload('png'),
  ],
  [
    'a task',
    `{"task":{"task_id":${ID},"status":"TASK_STATUS_QUEUED"},"extra":{"seed":${ID}}}`,
    (client) => client.taskResult(ID),
  ],
  [
    'bills',
    `{"bills":[{"userId":${ID},"amount":"1"}]}`,
    (client) => client.listBills({ cycle: 'Day', category: 'gpu' }),
  ],
  ['a chat', `{"id":${ID},"choices":[]}`, (client) => client.chat(CHAT)],
  [
    'a stream of a completion',
    `data: {"id":${ID},"choices":[{"text":"a"}]}\n\ndata: [DONE]\n\n`,
    (client) => streamed((options) => client.streamCompletion(PROMPT, options)),
  ],
  [
    'a chat that is not streamed although it was asked to',
    `{"id":${ID},"choices":[{"message":{"content":"a"}}]}`,
    (client) => streamed((options) => client.streamChat(CHAT, options)),
  ],
];

describe('an id that was sent as a number', () => {
  for (const [name, answer, call] of OPERATIONS) {
    it(`keeps all its digits: ${name}`, async () => {
      await using bench = await startClientBench(answering(200, answer));
      const result = await call(bench.client);
      const written = JSON.stringify(result, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      expect(written).toContain(`"${ID}"`);
    });
  }
});
