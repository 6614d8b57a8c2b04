import type { Answering, PlainMessage } from '../../../../../shared/contract/conversations.ts';
import type { Attempts } from '../../../../core/backend/attempts.ts';
import { createUndo } from '../../../../core/backend/undo.ts';
import { count } from '../../../../core/ui/format.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { ChatRequests } from './chat-requests.ts';
import { besideModelsOf, type ChatStore } from './chat-store.ts';
import type { PathLoader } from './path-loader.ts';

interface Parts
  extends
    Pick<ChatDeps, 'backend' | 'store' | 'sayUndo'>,
    Pick<Attempts, 'attempt'>,
    Pick<ChatRequests, 'ownModel' | 'modelsToAsk' | 'requireOffered'> {
  readonly path: PathLoader;
  begun(answering: Answering): void;
}

export function createMessageActions(deps: Parts) {
  const { backend, store, path, attempt } = deps;
  const undo = createUndo(deps);
  const { ownModel, modelsToAsk, requireOffered, begun } = deps;
  /** Prevents a second request by a double click. */
  let isAsking = false;

  function modelOf(messageId: string): string | undefined {
    const all = store.getState().messages.flatMap((message) => [message, ...message.beside]);
    return all.find(({ id }) => id === messageId)?.model;
  }

  async function act(action: (conversationId: string) => Promise<void>): Promise<void> {
    const { conversationId } = store.getState();
    if (conversationId !== undefined) await attempt(() => action(conversationId));
  }

  async function ask(action: (conversationId: string) => Promise<void>): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      await act(action);
    } finally {
      isAsking = false;
    }
  }

  function endEdit(messageId: string): void {
    store.setState(({ edits: { [messageId]: _ended, ...edits } }) => ({ edits }));
  }

  return {
    /** @param isFar the message may be out of sight */
    beginEdit({ id, text }: Pick<PlainMessage, 'id' | 'text'>, isFar: boolean = false): void {
      store.setState(({ edits }) => ({ edits: { [id]: text, ...edits }, editFocusId: id }));
      if (isFar) goToMessage(store, id, false);
    },
    changeEdit: (messageId: string, text: string): void =>
      store.setState(({ edits }) => ({ edits: { ...edits, [messageId]: text } })),
    endEdit,
    editFocused: (): void => store.setState({ editFocusId: undefined }),
    branchFocused: (): void => store.setState({ branchFocus: undefined }),
    edit: (messageId: string, text: string, how: 'save' | 'send'): Promise<void> =>
      ask(async () => {
        const models = how === 'send' ? modelsToAsk() : {};
        if (how === 'send') requireOffered([ownModel(), ...besideModelsOf(store.getState())]);
        const answering = await backend.conversations.edit({ messageId, text, how, ...models });
        endEdit(messageId);
        if (how === 'send') begun(answering);
        else await path.reload();
      }),
    regenerate: (messageId: string): Promise<void> =>
      ask(async () => {
        requireOffered([modelOf(messageId)]);
        begun(await backend.conversations.regenerate({ messageId }));
      }),
    continueAnswer: (messageId: string): Promise<void> =>
      ask(async () => {
        requireOffered([modelOf(messageId)]);
        begun(await backend.conversations.continue({ messageId }));
      }),
    /** Shows a sibling and all that follows it. @param by the step that led to it */
    show: (messageId: string, by?: 1 | -1): Promise<void> =>
      act(async () => {
        await backend.conversations.show({ messageId });
        store.setState({ branchFocus: by && { messageId, by } });
        await path.reload();
      }),
    removeBranch: (messageId: string): Promise<void> =>
      act(async () => {
        const { removalId, messages } = await backend.conversations.removeBranch({ messageId });
        await path.reload();
        undo.offer(`${count(messages, 'message')} deleted.`, async () => {
          await backend.conversations.restoreBranch({ removalId });
          await path.reload();
        });
      }),
  };
}

/** @param isMarked highlights it as a search result */
export function goToMessage(store: ChatStore, messageId: string, isMarked: boolean): void {
  store.setState(({ target }) => ({
    target: { messageId, order: (target?.order ?? 0) + 1, isMarked },
  }));
}
