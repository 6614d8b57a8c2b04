/** The unsent message of each conversation, kept in the library. */
import type { ChatParts } from './chat-parts.ts';
import type { ChatState } from './chat-store.ts';

/** A draft is saved when typing rests for so long, ms. */
const REST = 400;

export interface Drafts {
  /** Reads the draft of the conversation in front. */
  load(): Promise<void>;
  /** Reads it again where nothing was typed here: another window may have sent it. */
  follow(): Promise<void>;
  change(draft: Partial<Pick<ChatState, 'draft' | 'pictures'>>): void;
  /** Saves at once what has changed. */
  flush(): Promise<void>;
  /** The draft in front is on its way as a message, with which the library clears it: nothing is saved. */
  hold(): void;
  /**
   * The message is sent. Text typed since is the next draft of its conversation.
   *
   * @param isFirst the conversation began with it
   */
  sent(message: Pick<ChatState, 'draft' | 'pictures'>, isFirst: boolean): Promise<void>;
  /** The message was not sent: it stays the draft of that conversation. */
  unsent(
    conversationId: string | undefined,
    message: Pick<ChatState, 'draft' | 'pictures'>,
  ): Promise<void>;
}

export function createDrafts(
  { backend, store }: ChatParts,
  fail: (thrown: unknown) => void,
): Drafts {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what the user has changed: a draft that is read late does not replace it. */
  let changes = 0;
  /** Their number when the draft in front was read. */
  let readAt = 0;

  async function flush(): Promise<void> {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    await save(store.getState());
  }

  async function save({
    conversationId,
    draft: text,
    pictures,
  }: Pick<ChatState, 'conversationId' | 'draft' | 'pictures'>): Promise<void> {
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
    async follow() {
      const { draft, pictures } = store.getState();
      if (changes === readAt && (draft !== '' || pictures.length > 0)) await load();
    },
    change(draft) {
      changes += 1;
      store.setState(draft);
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(fail), REST);
    },
    hold() {
      clearTimeout(timer);
      timer = undefined;
    },
    async sent(message, isFirst) {
      const { draft, pictures } = store.getState();
      if (draft === message.draft && pictures === message.pictures) {
        changes += 1;
        readAt = changes;
        store.setState({ draft: '', pictures: [] });
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(fail), REST);
      // it may have been saved while the conversation had no id
      if (isFirst) await backend.conversations.saveDraft({ text: '', pictures: [] });
    },
    async unsent(conversationId, { draft: text, pictures }) {
      const { conversationId: inFront } = store.getState();
      if (inFront === conversationId) await save(store.getState());
      else await save({ conversationId, draft: text, pictures });
    },
  };
}
