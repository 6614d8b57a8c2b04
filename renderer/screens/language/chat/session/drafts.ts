import type { MessagePicture } from '../../../../../shared/contract/language.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { ChatState } from './chat-store.ts';

/** Delay before a draft is saved, ms. */
const REST = 400;

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts({ backend, store }: ChatDeps, fail: (thrown: unknown) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts changes by the user, so that a draft that is read late does not replace them. */
  let changes = 0;
  /** Value of `changes` when the draft was read. */
  let readAt = 0;
  /** The conversation whose message is being sent, until its draft is saved again. */
  let held: Pick<ChatState, 'conversationId'> | undefined;

  async function flush(): Promise<void> {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    await save(store.getState());
    await flush(); // text typed meanwhile
  }

  async function save({
    conversationId,
    draft: text,
    pictures,
  }: Pick<ChatState, 'conversationId' | 'draft' | 'pictures'>): Promise<void> {
    if (held?.conversationId === conversationId) held = undefined;
    await backend.conversations.saveDraft({
      ...(conversationId && { conversationId }),
      text,
      pictures,
    });
  }

  async function load(): Promise<void> {
    const { conversationId } = store.getState();
    const before = changes;
    const draft = await backend.conversations.draft(conversationId ? { conversationId } : {});
    if (store.getState().conversationId !== conversationId || changes !== before) return;
    readAt = changes;
    store.setState({ draft: draft.text, pictures: draft.pictures });
  }

  return {
    flush,
    load,
    /** Reads the draft again unless it was changed here: another window may have sent it. */
    async follow(): Promise<void> {
      const { draft, pictures } = store.getState();
      if (changes === readAt && (draft !== '' || pictures.length > 0)) await load();
    },
    change(draft: Partial<Pick<ChatState, 'draft' | 'pictures'>>): void {
      changes += 1;
      store.setState(draft);
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(fail), REST);
    },
    /** Changes the pictures of a conversation that is not in front. */
    async changeStored(
      conversationId: string | undefined,
      change: (pictures: readonly MessagePicture[]) => readonly MessagePicture[],
    ): Promise<void> {
      const stored = await backend.conversations.draft(conversationId ? { conversationId } : {});
      await save({ conversationId, draft: stored.text, pictures: change(stored.pictures) });
    },
    /** Stops saving while the draft is being sent: the library clears it with the message. */
    hold(): void {
      clearTimeout(timer);
      timer = undefined;
      held = { conversationId: store.getState().conversationId };
    },
    /** Keeps text typed since as the next draft. @param isFirst it created the conversation */
    async sent(message: Pick<ChatState, 'draft' | 'pictures'>, isFirst: boolean): Promise<void> {
      const { draft, pictures } = store.getState();
      if (draft === message.draft && pictures === message.pictures) {
        changes += 1;
        readAt = changes;
        store.setState({ draft: '', pictures: [] });
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(fail), REST);
      // it may have been saved before the conversation had an id
      if (isFirst) await backend.conversations.saveDraft({ text: '', pictures: [] });
    },
    /** Keeps the message as the draft of its conversation. @param isLeft it is not in front */
    async unsent(isLeft: boolean, message: Parameters<typeof save>[0]): Promise<void> {
      if (!isLeft) await save(store.getState());
      else if (held !== undefined) await save(message);
    },
  };
}
