import type { Answering, Conversation } from '../../../../../shared/contract/conversations.ts';
import type { LanguageRequest, LanguageRun } from '../../../../../shared/contract/language.ts';
import type { AnswerEvent } from '../../../../../shared/language/answer-events.ts';
import { createAttempts } from '../../../../core/backend/attempts.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { isLacking, type Offer } from '../../models/model-choice.ts';
import { runningIds, sharedById, withEnd, withNewEnd } from '../model/path.ts';
import { createAddPictures } from './add-pictures.ts';
import type { ChatDeps } from './chat-deps.ts';
import { createChatRequests } from './chat-requests.ts';
import { besideModelsOf, NEW_CONVERSATION, NO_CHAT, type ChatState } from './chat-store.ts';
import { createDrafts } from './drafts.ts';
import { createMessageActions, goToMessage } from './message-actions.ts';
import { createPathLoader } from './path-loader.ts';

export type ConversationChanges = Partial<
  Pick<Conversation, 'title' | 'isPinned' | 'folder' | 'system' | 'model' | 'parameters'>
>;

type FreshChanges = ConversationChanges & Partial<Pick<ChatState['fresh'], 'besideModels'>>;

export type ChatSession = ReturnType<typeof createChatSession>;

export function createChatSession(deps: ChatDeps) {
  const { backend, store, answers, say } = deps;
  const attempts = createAttempts(store);
  const { fail, attempt } = attempts;
  const path = createPathLoader(deps);
  const drafts = createDrafts(deps, fail);
  let loading: Promise<void> = Promise.resolve();
  /** Counts the conversations chosen, since saving the draft delays opening one. */
  let opened = 0;
  const fresh = createFreshSettings(deps);
  const requests = createChatRequests(deps);
  const { requireOffered, ownModel, nextMessage } = requests;

  async function open(conversationId: string | undefined, folder = ''): Promise<void> {
    const order = (opened += 1);
    if (store.getState().conversationId === conversationId && conversationId !== undefined) return;
    const reading = attempt(async () => {
      await drafts.flush();
      if (order !== opened) return; // another one was chosen since
      fresh.prepare(folder);
      store.setState(({ toEnd }) => ({
        ...NO_CHAT,
        conversationId,
        opened: order,
        isLoading: conversationId !== undefined,
        toEnd: toEnd + 1,
      }));
      await Promise.all([path.reload(), drafts.load()]);
    });
    loading = reading;
    await reading;
    if (loading === reading) store.setState({ isLoading: false });
  }

  /** @param ofId the conversation to change, unless it is the one in front */
  async function change(changes: ConversationChanges, ofId?: string): Promise<void> {
    const { conversationId: inFront } = store.getState();
    const conversationId = ofId ?? inFront;
    if (conversationId === undefined) return fresh.change(changes);
    await attempt(async () => {
      if (conversationId === inFront) {
        store.setState(({ conversation }) => ({
          conversation: conversation && { ...conversation, ...changes },
        }));
      }
      const conversation = await backend.conversations.change({ conversationId, ...changes });
      if (store.getState().conversationId === conversationId) store.setState({ conversation });
    });
  }

  function keepBeside(conversationId: string, besideModels: readonly string[]): void {
    store.setState(({ besides }) => ({ besides: { ...besides, [conversationId]: besideModels } }));
  }

  /** Follows and shows answers. A change event of the conversation comes later. */
  function begun({ conversation, messages: end, answers: runs }: Answering): void {
    for (const { runId } of runs) answers.track(runId, { conversationId: conversation.id });
    if (store.getState().conversationId !== conversation.id) return;
    store.setState(({ toEnd, messages }) => ({
      toEnd: toEnd + 1,
      conversation,
      messages: sharedById(messages, withNewEnd(messages, end)),
    }));
  }

  const messages = createMessageActions({
    ...deps,
    ...attempts,
    ...requests,
    path,
    begun,
  });

  return {
    store,
    path,
    drafts,
    /** Never rejects. */
    addPictures: createAddPictures(deps, drafts, () => opened, fail),
    /** `undefined` opens a new conversation in the folder. */
    open,
    openMessage: (conversationId: string, messageId: string): Promise<void> =>
      attempt(async () => {
        const order = (opened += 1);
        await backend.conversations.show({ messageId });
        if (order !== opened) return;
        if (store.getState().conversationId === conversationId) await path.reload();
        else await open(conversationId);
        await path.loadUntil(messageId);
        if (store.getState().conversationId === conversationId) goToMessage(store, messageId, true);
      }),
    change,
    /** Chooses the models that answer next to the own one of the conversation in front. */
    compare(besideModels: readonly string[]): void {
      const { conversationId } = store.getState();
      if (conversationId === undefined) fresh.change({ besideModels });
      else keepBeside(conversationId, besideModels);
    },
    async send(): Promise<void> {
      // text typed from now on belongs to the next message
      const { conversationId: inFront, draft, pictures, isSending } = store.getState();
      if (isSending || (draft.trim() === '' && pictures.length === 0)) return;
      const order = opened;
      // two new conversations have no id that would differ
      const isLeft = (): boolean =>
        inFront === undefined ? opened !== order : store.getState().conversationId !== inFront;
      store.setState({ isSending: true });
      await attempt(async () => {
        if (inFront !== undefined) {
          await loading; // the message must follow the last one
          if (isLeft()) return; // it stays there as a draft
          if (store.getState().conversation === undefined) await path.reload();
        }
        requireOffered([ownModel(), ...besideModelsOf(store.getState())]);
        drafts.hold();
        const message = nextMessage({ draft, pictures });
        const spent = inFront === undefined ? fresh.spend() : undefined;
        let answering: Answering;
        try {
          answering = await backend.conversations.send({
            ...requests.nextConversation(),
            ...message,
          });
        } catch (thrown) {
          spent?.takeBack();
          await drafts.unsent(isLeft(), { conversationId: inFront, draft, pictures });
          throw thrown;
        }
        const isInFront = !isLeft();
        if (isInFront) {
          const { id: conversationId } = answering.conversation;
          store.setState({ leaveOut: [], conversationId });
        }
        begun(answering);
        if (spent !== undefined) {
          const { id } = answering.conversation;
          const { besideModels = spent.besideModels, ...since } = spent.end();
          keepBeside(id, besideModels);
          if (Object.keys(since).length > 0) void change(since, id);
        }
        if (isInFront) await drafts.sent({ draft, pictures }, inFront === undefined);
        else await drafts.follow(); // a new conversation may show the message that is now sent
      });
      store.setState({ isSending: false });
    },
    /** @param modelId of the next answer @returns `undefined` without a model */
    async nextRequest(modelId: string | undefined): Promise<LanguageRequest | undefined> {
      const { conversationId } = store.getState();
      if (modelId === undefined) return undefined;
      if (conversationId === undefined) return firstRequest(store.getState(), modelId);
      return await backend.conversations.preview({
        conversationId,
        ...nextMessage(store.getState()),
      });
    },
    ...messages,
    stop: (runId?: string): Promise<void> =>
      attempt(async () => {
        const { messages, conversation } = store.getState();
        const all = [...runningIds(messages), ...(conversation?.runIds ?? [])];
        const ids = runId === undefined ? new Set(all) : [runId];
        await Promise.all([...ids].map((id) => backend.language.stop({ runId: id })));
      }),
    /** Shows the figures at once, before the conversation is read again. */
    ended(run: LanguageRun, events: readonly AnswerEvent[]): void {
      store.setState((state) => {
        const messages = withEnd(state.messages, run, events);
        if (messages === state.messages || state.conversation === undefined) return {};
        // an end is one revision, so measures and sums can be requested now
        const revision = state.conversation.revision + 1;
        return { messages, conversation: { ...state.conversation, revision } };
      });
    },
    /** Called after changes by another window or an answer's end. */
    changed(conversationIds: readonly string[]): void {
      const { conversationId, isLoading } = store.getState();
      if (conversationId === undefined || isLoading) return;
      if (conversationIds.length > 0 && !conversationIds.includes(conversationId)) return;
      drafts.follow().catch(fail);
      path.reload().catch((thrown: unknown) => {
        const { kind } = readError(thrown);
        if (kind !== 'not-found') fail(thrown);
        else if (store.getState().conversationId === conversationId) {
          say('This conversation was deleted.');
          void open(undefined);
        }
      });
    },
    fail,
  };
}

/** Keeps the settings of a new conversation until its first message is sent. */
function createFreshSettings({ store, models }: Pick<ChatDeps, 'store' | 'models'>) {
  /** Need not be kept: untouched, or sent. */
  let plain = store.getState().fresh;
  /** While the first message is being sent: what has changed since, for its conversation. */
  let sent: { since: FreshChanges } | undefined;
  return {
    change(changes: FreshChanges): void {
      const fresh = { ...store.getState().fresh, ...changes };
      if (sent !== undefined) {
        sent.since = { ...sent.since, ...changes };
        plain = fresh;
      }
      store.setState({ fresh });
    },
    prepare(folder: string): void {
      const state = store.getState();
      const isPlain = state.fresh === plain;
      const fresh = { ...(isPlain ? freshFrom(state, models()) : state.fresh), folder };
      if (isPlain) plain = fresh;
      sent = undefined;
      store.setState({ fresh });
    },
    spend() {
      const before = plain;
      const { fresh } = store.getState();
      const mine: typeof sent = { since: {} };
      plain = fresh;
      sent = mine;
      return {
        besideModels: fresh.besideModels,
        end(): FreshChanges {
          if (sent === mine) sent = undefined;
          return mine.since;
        },
        /** Keeps the settings after all: the message was refused. */
        takeBack(): void {
          if (sent !== mine) return;
          sent = undefined;
          plain = before;
        },
      };
    },
  };
}

/** Starts with the previous model if the active account offers it. */
function freshFrom(
  { conversation, fresh }: ChatState,
  offer: Offer | undefined,
): ChatState['fresh'] {
  const model = conversation?.model ?? fresh.model;
  return { ...NEW_CONVERSATION, model: isLacking(offer, model) ? undefined : model };
}

function firstRequest(
  { fresh, draft, pictures }: Pick<ChatState, 'fresh' | 'draft' | 'pictures'>,
  model: string,
): LanguageRequest {
  const { bestOf: _bestOf, ...parameters } = fresh.parameters;
  const { system } = fresh;
  return {
    kind: 'chat',
    model,
    ...parameters,
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: draft, ...(pictures.length > 0 && { pictures }) },
    ],
  };
}
