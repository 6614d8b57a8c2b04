import { beforeEach, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import type { ChatDeps } from './chat-deps.ts';
import { createChatStore, type ChatStore } from './chat-store.ts';
import { createPathLoader, type PathLoader } from './path-loader.ts';
import { createLateCalls, type LateCalls } from './testing/late-calls.ts';

let late: LateCalls;
let store: ChatStore;
let path: PathLoader;

/** Messages with the ids `first` to `last`. */
function messages(first: number, last: number): readonly Message[] {
  return Array.from(
    { length: last - first + 1 },
    (_none, index) => ({ id: `${first + index}`, beside: [] }) as unknown as Message,
  );
}

function shown(): string {
  const ids = store.getState().messages.map(({ id }) => id);
  return `${ids[0]} to ${ids.at(-1)}`;
}

async function answerPath(first: number, last: number): Promise<void> {
  const page = { messages: messages(first, last), hasMore: first > 1 };
  await (await late.call('path')).answer(page);
}

beforeEach(() => {
  late = createLateCalls();
  store = createChatStore();
  store.setState({ conversationId: 'one', messages: messages(261, 300), hasMore: true });
  path = createPathLoader({
    backend: { conversations: late.procedures },
    store,
    answers: { track: () => undefined },
  } as unknown as ChatDeps);
});

it('loads all of a path although a page of it is already being loaded', async () => {
  void path.loadEarlier();
  const all = path.loadUntil(undefined);
  await answerPath(201, 260);
  await answerPath(1, 200);
  await all;
  expect(shown()).toBe('1 to 300');
});

it('keeps messages that were loaded above while the path was being read again', async () => {
  const reading = path.reload();
  const [again, conversation] = [await late.call('path'), await late.call('read')];
  void path.loadEarlier();
  await answerPath(201, 260);
  await again.answer({ messages: messages(262, 301), hasMore: true });
  await conversation.answer({ id: 'one' });
  await reading;
  expect(shown()).toBe('201 to 301');
});

it('shows another branch alone when none of its messages was loaded', async () => {
  const reading = path.reload();
  const [again, conversation] = [await late.call('path'), await late.call('read')];
  await again.answer({ messages: messages(400, 439), hasMore: true });
  await conversation.answer({ id: 'one' });
  await reading;
  expect(shown()).toBe('400 to 439');
});
