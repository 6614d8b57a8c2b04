/** Sending, editing, another answer, going on: messages and their answers begin in one transaction. */
import { randomUUID } from 'node:crypto';
import type { Answering, Conversation } from '../../../../shared/contract/conversations.ts';
import type {
  LanguageParameters,
  LanguageRequest,
  MessagePicture,
} from '../../../../shared/contract/language.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { LanguageRuns, ModelFacts } from '../language-runs.ts';
import { orderedId } from '../ordered-id.ts';
import type { ActivePath } from './active-path.ts';
import type { ConversationRow, ConversationRows } from './conversation-rows.ts';
import type { MessageRow, MessageRows } from './message-rows.ts';
import { titleOf } from './title.ts';

/** Answers to one request that become messages. */
const MOST_CHOICES = 128;

/** Who answers, and how; each one left out is the conversation's. */
export interface Asking {
  readonly models?: readonly string[] | undefined;
  readonly parameters?: LanguageParameters | undefined;
  readonly leaveOut?: readonly string[] | undefined;
}

/** A message of the user's. */
export interface UserMessage {
  readonly text: string;
  readonly pictures?: readonly MessagePicture[] | undefined;
}

type ChatMessages = Extract<LanguageRequest, { kind: 'chat' }>['messages'];

/** The messages that are sent, from top to bottom. */
type Context = readonly Pick<MessageRow, 'id' | 'role' | 'text' | 'pictures'>[];

export type AnsweringParts = {
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly path: ActivePath;
  readonly runs: Pick<LanguageRuns, 'begin' | 'textOf'>;
  /** Of the active connection. */
  readonly defaultModel: () => string | undefined;
  readonly factsOf: (model: string) => Pick<ModelFacts, 'takesPictures'>;
  /** A conversation as windows have it. */
  readonly read: (id: string) => Conversation;
  readonly now: () => number;
};

/** See `conversationsContract`. */
export function createAnswering(parts: AnsweringParts) {
  const { conversations, messages, path, now } = parts;

  /** A message's text, with the part of its answer that has arrived by now. */
  function current(row: MessageRow): MessageRow {
    const live = row.runId === undefined ? undefined : parts.runs.textOf(row.runId, row.choice);
    return live === undefined ? row : { ...row, text: row.text + live };
  }

  function pathTo(id: string | undefined): Context {
    return id === undefined ? [] : messages.pathTo(id).map(current);
  }

  function modelsOf(conversation: ConversationRow, { models }: Asking): readonly string[] {
    if (models !== undefined) return models;
    const model = conversation.model ?? parts.defaultModel();
    if (model !== undefined) return [model];
    throw new AppError({
      kind: 'invalid-input',
      message: 'Select a model first.',
      details: { request: 'not sent', field: 'model' },
    });
  }

  /** Begins answers below a message. */
  function answer(
    conversation: ConversationRow,
    asking: Asking,
    models: readonly string[],
    context: Context,
    below: string,
    options: {
      /** Within the transaction, before the answers are added. */
      readonly first?: (at: number) => void;
      readonly prefix?: string;
      readonly continues?: string;
    } = {},
  ): Answering {
    const { n = 1 } = asking.parameters ?? conversation.parameters;
    const leftOut = asking.leaveOut ?? [];
    const { prefix = '', continues } = options;
    const plans = models.map((model) => ({
      model,
      ids: Array.from({ length: Math.max(1, Math.min(n, MOST_CHOICES)) }, () => orderedId(now())),
    }));
    const orderId = randomUUID();
    const lastId = context.at(-1)?.id ?? below;
    const at = now();
    const orders = plans.map(({ model, ids: [messageId = ''] }) => ({
      request: requestFor(conversation, asking, model, context),
      place: {
        conversationId: conversation.id,
        messageId,
        context: { system: conversation.system, lastId, leftOut: [...leftOut] },
      },
    }));
    const answers: Answering['answers'][number][] = [];
    parts.runs.begin(orders, (runIds) => {
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
    return { conversation: parts.read(conversation.id), answers, messages: end };
  }

  function requestFor(
    { parameters: usual, system }: ConversationRow,
    { parameters = usual, leaveOut = [] }: Asking,
    model: string,
    context: Context,
  ): LanguageRequest {
    const { bestOf: _bestOf, ...fields } = parameters;
    const sent = toSend(system, context, leaveOut, takesPictures(model));
    return { kind: 'chat', model, ...fields, messages: sent };
  }

  function takesPictures(model: string): boolean {
    return parts.factsOf(model).takesPictures;
  }

  function requireGood({ text, pictures = [] }: UserMessage, models: readonly string[]): void {
    if (text.trim() === '' && pictures.length === 0) {
      throw new AppError({
        kind: 'invalid-input',
        message: 'Write a message first.',
        details: { request: 'not sent', field: 'messages' },
      });
    }
    const blind = pictures.length === 0 ? undefined : models.find((model) => !takesPictures(model));
    if (blind === undefined) return;
    throw new AppError({
      kind: 'invalid-input',
      message: `${blind} is not marked as a model that accepts pictures. Mark it in the model list, or remove the pictures.`,
      details: { request: 'not sent', field: 'pictures', model: blind },
    });
  }

  /** A new message of the user's below another, and its answers. */
  function ask(
    conversation: ConversationRow,
    parentId: string | undefined,
    message: UserMessage,
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
        conversations.title(conversation.id, titleOf(text));
      }
    };
    return { ...answer(conversation, asking, models, context, id, { first }), userMessageId: id };
  }

  return {
    /** The request of `send` for its first model. */
    preview(
      conversationId: string,
      parentId: string | undefined,
      message: UserMessage,
      asking: Asking,
    ): LanguageRequest {
      const conversation = conversations.get(conversationId);
      const [model = ''] = modelsOf(conversation, asking);
      const { text, pictures = [] } = message;
      const next = { id: '', role: 'user' as const, text, pictures };
      const context = [...pathTo(parentId), next];
      return requestFor(conversation, asking, model, context);
    },
    /** @param before within the transaction, first of all */
    send(
      conversation: ConversationRow,
      parentId: string | undefined,
      message: UserMessage,
      asking: Asking,
      before: () => void,
    ): Answering {
      if (parentId !== undefined && messages.get(parentId).conversationId !== conversation.id) {
        throw new AppError({ kind: 'not-found', message: 'This message no longer exists.' });
      }
      return ask(conversation, parentId, message, asking, before);
    },
    /** A sibling with another text, and its answers. */
    sendEdited(messageId: string, message: UserMessage, asking: Asking): Answering {
      const row = messages.get(messageId);
      if (row.role !== 'user') {
        throw new AppError({
          kind: 'invalid-input',
          message: 'Only your own messages can be sent again. Save the changed answer instead.',
        });
      }
      const edited = { text: message.text, pictures: message.pictures ?? row.pictures };
      return ask(conversations.get(row.conversationId), row.parentId, edited, asking);
    },
    regenerate(messageId: string, asking: Asking): Answering {
      const row = messages.get(messageId);
      const conversation = conversations.get(row.conversationId);
      const userId = row.role === 'user' ? row.id : row.parentId;
      if (userId === undefined) {
        throw new AppError({
          kind: 'invalid-input',
          message: 'There is no message above this answer, so it has nothing to answer.',
        });
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
        throw new AppError({
          kind: 'invalid-input',
          message: 'Only an answer with text can be continued.',
        });
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

/** The messages of a request: the system message first, empty answers left out. */
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
