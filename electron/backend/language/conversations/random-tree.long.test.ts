/**
 * Tests that any order of actions leaves a whole tree: nothing lost, no orphan, one path to a last
 * message.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byDepth } from '../../../testing/depth.ts';
import { startChatBench, type ChatBench } from '../testing/chat-bench.ts';

let bench: ChatBench;

beforeAll(async () => {
  bench = await startChatBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const ACTS = [
  'send',
  'send',
  'resend',
  'save',
  'regenerate',
  'two',
  'remove',
  'undo',
  'show',
] as const;
const PARAMETERS = { maxTokens: 2 };

async function play(steps: readonly (readonly [act: (typeof ACTS)[number], pick: number])[]) {
  const { conversations } = bench.client();
  const { id } = await conversations.create({ parameters: PARAMETERS });
  /** Every message that was ever made. */
  const made = new Set<string>();
  const removals: string[] = [];
  const note = ({ userMessageId, answers }: Awaited<ReturnType<typeof conversations.send>>) => {
    if (userMessageId !== undefined) made.add(userMessageId);
    for (const { messageId } of answers) made.add(messageId);
  };
  for (const [act, pick] of steps) {
    const { messages, leafId } = await bench.path(id);
    const chosen = messages.length === 0 ? undefined : messages[pick % messages.length];
    const users = messages.filter(({ role }) => role === 'user');
    const user = users.length === 0 ? undefined : users[pick % users.length];
    const text = `${act} ${pick}`;
    if (act === 'send' || chosen === undefined || user === undefined) {
      note(await bench.ended(conversations.send({ conversationId: id, parentId: leafId, text })));
    } else if (act === 'resend') {
      note(await bench.ended(conversations.edit({ messageId: user.id, text, how: 'send' })));
    } else if (act === 'save') {
      await conversations.edit({ messageId: chosen.id, text, how: 'save' });
    } else if (act === 'regenerate') {
      note(await bench.ended(conversations.regenerate({ messageId: chosen.id })));
    } else if (act === 'two') {
      const models = [...bench.models];
      note(await bench.ended(conversations.regenerate({ messageId: user.id, models })));
    } else if (act === 'remove') {
      removals.push((await conversations.removeBranch({ messageId: chosen.id })).removalId);
    } else if (act === 'undo') {
      const removalId = removals.pop();
      if (removalId !== undefined) await conversations.restoreBranch({ removalId });
    } else {
      const sibling = chosen.siblings[pick % chosen.siblings.length];
      await conversations.show({ messageId: sibling?.id ?? '' });
    }
    await requireWhole(id);
  }
  for (const removalId of removals.toReversed()) await conversations.restoreBranch({ removalId });
  await requireWhole(id);
  for (const messageId of made) await conversations.show({ messageId });
}

/** One path from a first message to one without anything below, each the child of the one before. */
async function requireWhole(id: string): Promise<void> {
  const { messages, leafId, hasMore } = await bench.path(id);
  expect(hasMore).toBe(false);
  expect(messages.at(-1)?.id).toBe(leafId);
  for (const [index, message] of messages.entries()) {
    expect(message.parentId).toBe(messages[index - 1]?.id);
    expect(message.siblings.map((sibling) => sibling.id)).toContain(message.id);
    for (const { id: besideId } of message.beside) {
      expect(message.siblings.map((sibling) => sibling.id)).toContain(besideId);
    }
  }
}

it('keeps a conversation tree consistent under random operations', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.nat(50)), { minLength: 8, maxLength: 12 }),
      play,
    ),
    { numRuns: byDepth(3, 60) },
  );
});
