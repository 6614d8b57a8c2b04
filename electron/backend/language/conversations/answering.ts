import { randomUUID } from 'node:crypto';
import type { Answering, Conversation } from '../../../../shared/contract/conversations.ts';
import type {
  LanguageRequest,
  LanguageParameters,
  MessagePicture,
} from '../../../../shared/contract/language.ts';
import { invalidInput, notFound } from '../../../../shared/errors/app-error.ts';
import {
  MOST_CHAT_ANSWERS,
  tooManyAnswers,
} from '../../../../shared/parameters/chat-parameters.ts';
import { splitThoughts } from '../../../../shared/language/thought-tags.ts';
import type { LanguageRuns, ModelFacts } from '../language-runs.ts';
import { orderedId } from '../ordered-id.ts';
import type { ActivePath } from './active-path.ts';
import type { StoredConversation, ConversationRows } from './conversation-rows.ts';
import type { StoredMessage, MessageRows } from './message-rows.ts';
import { titleFromText } from './title.ts';

/** Missing fields are the conversation's. */
interface Asking {
  readonly models?: readonly string[] | undefined;
  readonly parameters?: LanguageParameters | undefined;
  readonly leaveOut?: readonly string[] | undefined;
}

interface SentUserMessage {
  readonly text: string;
  readonly pictures?: readonly MessagePicture[] | undefined;
}

type ChatMessages = Extract<LanguageRequest, { kind: 'chat' }>['messages'];

type Context = readonly Pick<StoredMessage, 'id' | 'role' | 'text' | 'pictures'>[];

interface ChatRequestDeps {
  readonly defaultModel: () => string | undefined;
  readonly factsOf: (model: string) => Pick<ModelFacts, 'takesPictures'>;
}

function createChatRequests(deps: ChatRequestDeps) {
  function modelsOf(conversation: StoredConversation, { models }: Asking): readonly string[] {
    if (models !== undefined) return models;
    const model = conversation.model ?? deps.defaultModel();
    if (model !== undefined) return [model];
    throw invalidInput('Select a model first.', {
      details: { request: 'not sent', field: 'model' },
    });
  }

  function requestFor(
    { parameters: usual, system }: StoredConversation,
    { parameters = usual, leaveOut = [] }: Asking,
    model: string,
    context: Context,
  ): LanguageRequest {
    const { bestOf: _bestOf, ...fields } = parameters;
    const sent = toSend(system, context, leaveOut, takesPictures(model));
    return { kind: 'chat', model, ...fields, messages: sent };
  }

  function takesPictures(model: string): boolean {
    return deps.factsOf(model).takesPictures;
  }

  function requireGood({ text, pictures = [] }: SentUserMessage, models: readonly string[]): void {
    if (text.trim() === '' && pictures.length === 0) {
      throw invalidInput('Write a message first.', {
        details: { request: 'not sent', field: 'messages' },
      });
    }
    const blind = pictures.length === 0 ? undefined : models.find((model) => !takesPictures(model));
    if (blind === undefined) return;
    throw invalidInput(
      `${blind} is not marked as a model that accepts pictures. Mark it in the model list, or remove the pictures.`,
      { details: { request: 'not sent', field: 'pictures', model: blind } },
    );
  }

  return { modelsOf, requestFor, requireGood, takesPictures };
}

/** Puts the system message first and skips empty answers. */
export function toSend(
  system: string,
  context: Context,
  leftOut: readonly string[],
  withPictures: boolean,
): ChatMessages {
  const out = new Set(leftOut);
  const sent: ChatMessages[number][] = [];
  if (system.trim() !== '') sent.push({ role: 'system', content: system });
  for (const { id, role, text, pictures } of context) {
    if (out.has(id) || (role === 'assistant' && text === '')) continue;
    sent.push({
      role,
      content: text,
      ...(withPictures && pictures.length > 0 ? { pictures } : {}),
    });
  }
  return sent;
}

type AnsweringDeps = ChatRequestDeps & {
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly path: ActivePath;
  readonly runs: Pick<LanguageRuns, 'begin' | 'textOf'>;
  readonly read: (id: string) => Conversation;
  readonly now: () => number;
};

export function createAnswering(deps: AnsweringDeps) {
  const { conversations, messages, path, now } = deps;
  const { modelsOf, requestFor, requireGood, takesPictures } = createChatRequests(deps);

  function current(row: StoredMessage): StoredMessage {
    const live = row.runId === undefined ? undefined : deps.runs.textOf(row.runId, row.choice);
    return live === undefined ? row : { ...row, text: row.text + splitThoughts(live).text };
  }

  function pathTo(id: string | undefined): Context {
    return id === undefined ? [] : messages.pathTo(id).map(current);
  }

  function answer(
    conversation: StoredConversation,
    asking: Asking,
    models: readonly string[],
    context: Context,
    below: string,
    options: {
      /** Runs in the transaction before the answers are added. */
      readonly first?: (at: number) => void;
      readonly prefix?: string;
      readonly continues?: string;
    } = {},
  ): Answering {
    const { n = 1 } = asking.parameters ?? conversation.parameters;
    if (n > MOST_CHAT_ANSWERS) {
      throw invalidInput(tooManyAnswers(n, MOST_CHAT_ANSWERS), {
        details: { request: 'not sent', field: 'n' },
      });
    }
    const leftOut = asking.leaveOut ?? [];
    const { prefix = '', continues } = options;
    const plans = models.map((model) => ({
      model,
      ids: Array.from({ length: Math.max(1, n) }, () => orderedId(now())),
    }));
    const orderId = randomUUID();
    const lastId = context.at(-1)?.id ?? below;
    const at = now();
    const orders = plans.map(({ model, ids: [messageId = ''] }) => ({
      request: requestFor(conversation, asking, model, context),
      place: {
        conversationId: conversation.id,
        messageId,
        context: {
          system: conversation.system,
          lastId,
          leftOut: [...leftOut],
          isBlind: !takesPictures(model),
        },
      },
    }));
    const answers: Answering['answers'][number][] = [];
    deps.runs.begin(orders, (runIds) => {
      options.first?.(at);
      for (const [index, { model, ids }] of plans.entries()) {
        const runId = runIds[index] ?? '';
        for (const [choice, id] of ids.entries()) {
          messages.add({
            id,
            conversationId: conversation.id,
            parentId: below,
            role: 'assistant',
            text: prefix,
            model,
            runId,
            choice,
            orderId: plans.length > 1 || ids.length > 1 ? orderId : undefined,
            continues,
            createdAt: at,
          });
          answers.push({ messageId: id, runId, choice });
        }
      }
      path.lead(conversation.id, answers[0]?.messageId);
      conversations.touch(conversation.id, at);
    });
    const { messages: end } = path.page(conversation.id, undefined, 2);
    return { conversation: deps.read(conversation.id), answers, messages: end };
  }

  function ask(
    conversation: StoredConversation,
    parentId: string | undefined,
    message: SentUserMessage,
    asking: Asking,
    before: () => void = () => undefined,
  ): Answering {
    const models = modelsOf(conversation, asking);
    requireGood(message, models);
    const id = orderedId(now());
    const { text, pictures = [] } = message;
    const context = [...pathTo(parentId), { id, role: 'user' as const, text, pictures }];
    const first = (at: number) => {
      before();
      messages.add({
        id,
        conversationId: conversation.id,
        parentId,
        role: 'user',
        text,
        pictures,
        createdAt: at,
      });
      if (parentId === undefined && conversation.firstId === undefined) {
        conversations.title(conversation.id, titleFromText(text));
      }
    };
    return { ...answer(conversation, asking, models, context, id, { first }), userMessageId: id };
  }

  return {
    preview(
      conversationId: string,
      parentId: string | undefined,
      message: SentUserMessage,
      asking: Asking,
    ): LanguageRequest {
      const conversation = conversations.get(conversationId);
      const [model = ''] = modelsOf(conversation, asking);
      const { text, pictures = [] } = message;
      const next = { id: '', role: 'user' as const, text, pictures };
      const context = [...pathTo(parentId), next];
      return requestFor(conversation, asking, model, context);
    },
    /** @param before runs first in the transaction */
    send(
      conversation: StoredConversation,
      parentId: string | undefined,
      message: SentUserMessage,
      asking: Asking,
      before: () => void,
    ): Answering {
      if (parentId !== undefined && messages.get(parentId).conversationId !== conversation.id) {
        throw notFound('This message no longer exists.');
      }
      return ask(conversation, parentId, message, asking, before);
    },
    sendEdited(messageId: string, message: SentUserMessage, asking: Asking): Answering {
      const row = messages.get(messageId);
      if (row.role !== 'user') {
        throw invalidInput(
          'Only your own messages can be sent again. Save the changed answer instead.',
        );
      }
      const edited = { text: message.text, pictures: message.pictures ?? row.pictures };
      return ask(conversations.get(row.conversationId), row.parentId, edited, asking);
    },
    regenerate(messageId: string, asking: Asking): Answering {
      const row = messages.get(messageId);
      const conversation = conversations.get(row.conversationId);
      const userId = row.role === 'user' ? row.id : row.parentId;
      if (userId === undefined) {
        throw invalidInput('There is no message above this answer, so it has nothing to answer.');
      }
      const same = row.role === 'user' || row.model === undefined ? undefined : [row.model];
      const models = asking.models ?? same ?? modelsOf(conversation, asking);
      const begun = answer(conversation, asking, models, pathTo(userId), userId);
      return { ...begun, userMessageId: userId };
    },
    goOn(messageId: string, asking: Asking): Answering {
      const row = current(messages.get(messageId));
      const conversation = conversations.get(row.conversationId);
      if (row.role !== 'assistant' || row.parentId === undefined || row.text === '') {
        throw invalidInput('Only an answer with text can be continued.');
      }
      const same = row.model === undefined ? undefined : [row.model];
      const models = asking.models ?? same ?? modelsOf(conversation, asking);
      const begun = answer(conversation, asking, models, pathTo(row.id), row.parentId, {
        prefix: row.text,
        continues: row.id,
      });
      return { ...begun, userMessageId: row.parentId };
    },
  };
}
