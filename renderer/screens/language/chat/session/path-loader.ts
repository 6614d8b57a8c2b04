import { replaceEqualDeep } from '@tanstack/react-query';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { runningIds, sharedById } from '../model/path.ts';
import type { ChatDeps } from './chat-deps.ts';

/** Messages per page. */
const PAGE = { first: 40, earlier: 60, most: 200 } as const;

export type PathLoader = ReturnType<typeof createPathLoader>;

export function createPathLoader({ backend, store, answers }: ChatDeps) {
  let latest = 0;
  let loading: Promise<void> = Promise.resolve();

  function track(conversationId: string, messages: readonly Message[]): void {
    for (const runId of runningIds(messages)) answers.track(runId, { conversationId });
  }

  async function reload(): Promise<void> {
    const { conversationId, messages: before } = store.getState();
    if (conversationId === undefined) return;
    latest += 1;
    const order = latest;
    const wanted = Math.max(PAGE.first, before.length);
    const first = backend.conversations.path({
      conversationId,
      limit: Math.min(PAGE.most, wanted),
    });
    const [conversation, page] = await Promise.all([
      backend.conversations.read({ conversationId }),
      first,
    ]);
    let { messages, hasMore } = page;
    while (messages.length < wanted && hasMore) {
      const more = await backend.conversations.path({
        conversationId,
        limit: PAGE.most,
        ...(messages[0] !== undefined && { before: messages[0].id }),
      });
      if (more.messages.length === 0) break;
      messages = more.messages.concat(messages);
      ({ hasMore } = more);
    }
    if (order !== latest || store.getState().conversationId !== conversationId) return;
    track(conversationId, messages);
    store.setState((state) => {
      // more may have been loaded above meanwhile
      const above = state.messages.findIndex(({ id }) => id === messages[0]?.id);
      const all = above > 0 ? state.messages.slice(0, above).concat(messages) : messages;
      return {
        // keeps unchanged parts identical so that they do not render again
        conversation: replaceEqualDeep(state.conversation, conversation),
        messages: sharedById(state.messages, all),
        hasMore: above > 0 ? state.hasMore : hasMore,
        isLoading: false,
      };
    });
  }

  function loadEarlier(limit: number = PAGE.earlier): Promise<void> {
    if (!store.getState().isLoadingEarlier) loading = loadPage(limit);
    return loading;
  }

  async function loadPage(limit: number): Promise<void> {
    const { conversationId, messages, hasMore } = store.getState();
    const [top] = messages;
    if (conversationId === undefined || top === undefined || !hasMore) return;
    store.setState({ isLoadingEarlier: true });
    try {
      const page = await backend.conversations.path({ conversationId, before: top.id, limit });
      track(conversationId, page.messages);
      store.setState((state) =>
        // another conversation or branch may be in front by now
        state.conversationId === conversationId && state.messages[0]?.id === top.id
          ? { messages: [...page.messages, ...state.messages], hasMore: page.hasMore }
          : {},
      );
    } finally {
      store.setState({ isLoadingEarlier: false });
    }
  }

  return {
    reload,
    loadEarlier: (): Promise<void> => loadEarlier(),
    /** `undefined` loads all of the path. */
    async loadUntil(messageId: string | undefined): Promise<void> {
      let loaded = -1;
      for (;;) {
        await loading.catch(() => undefined); // its own caller reports it
        const { messages, hasMore } = store.getState();
        if (!hasMore || messages.length === loaded) return;
        if (messageId !== undefined && messages.some(({ id }) => id === messageId)) return;
        loaded = messages.length;
        await loadEarlier(PAGE.most);
      }
    },
  };
}
