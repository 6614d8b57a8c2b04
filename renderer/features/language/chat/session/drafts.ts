/** The unsent message of each conversation, kept in the library. */
import type { ChatParts } from './chat-parts.ts';
import type { ChatState } from './chat-store.ts';

/** A draft is saved when typing rests for so long, ms. */
const REST = 400;

/** See the file comment. */
export interface Drafts {
  /** Reads the draft of the conversation in front. */
  load(): Promise<void>;
  /** Reads it again where nothing was typed here: another window may have sent it. */
  follow(): Promise<void>;
  change(draft: Partial<Pick<ChatState, 'draft' | 'pictures'>>): void;
  /** Saves at once what has changed. */
  flush(): Promise<void>;
  /** The draft of the next new conversation becomes that of the conversation which was made for it. */
  adopt(): Promise<void>;
  /** The message is sent: nothing is left. */
  clear(): Promise<void>;
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
    const { conversationId, draft: text, pictures } = store.getState();
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
    async adopt() {
      const { conversationId, draft: text, pictures } = store.getState();
      clearTimeout(timer);
      timer = undefined;
      if (conversationId === undefined) return;
      await Promise.all([
        backend.conversations.saveDraft({ conversationId, text, pictures }),
        backend.conversations.saveDraft({ text: '', pictures: [] }),
      ]);
    },
    async clear() {
      const { conversationId } = store.getState();
      clearTimeout(timer);
      timer = undefined;
      changes += 1;
      readAt = changes;
      store.setState({ draft: '', pictures: [] });
      await backend.conversations.saveDraft({
        ...(conversationId && { conversationId }),
        text: '',
        pictures: [],
      });
    },
  };
}
