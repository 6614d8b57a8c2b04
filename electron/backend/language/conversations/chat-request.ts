import type {
  LanguageParameters,
  LanguageRequest,
  MessagePicture,
} from '../../../../shared/contract/language.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { ModelFacts } from '../language-runs.ts';
import type { StoredConversation } from './conversation-rows.ts';
import type { StoredMessage } from './message-rows.ts';

/** Missing fields are the conversation's. */
export interface Asking {
  readonly models?: readonly string[] | undefined;
  readonly parameters?: LanguageParameters | undefined;
  readonly leaveOut?: readonly string[] | undefined;
}

export interface SentUserMessage {
  readonly text: string;
  readonly pictures?: readonly MessagePicture[] | undefined;
}

type ChatMessages = Extract<LanguageRequest, { kind: 'chat' }>['messages'];

export type Context = readonly Pick<StoredMessage, 'id' | 'role' | 'text' | 'pictures'>[];

export interface ChatRequestDeps {
  readonly defaultModel: () => string | undefined;
  readonly factsOf: (model: string) => Pick<ModelFacts, 'takesPictures'>;
}

export function createChatRequests(deps: ChatRequestDeps) {
  function modelsOf(conversation: StoredConversation, { models }: Asking): readonly string[] {
    if (models !== undefined) return models;
    const model = conversation.model ?? deps.defaultModel();
    if (model !== undefined) return [model];
    throw new AppError('invalid-input', 'Select a model first.', {
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
      throw new AppError('invalid-input', 'Write a message first.', {
        details: { request: 'not sent', field: 'messages' },
      });
    }
    const blind = pictures.length === 0 ? undefined : models.find((model) => !takesPictures(model));
    if (blind === undefined) return;
    throw new AppError(
      'invalid-input',
      `${blind} is not marked as a model that accepts pictures. Mark it in the model list, or remove the pictures.`,
      { details: { request: 'not sent', field: 'pictures', model: blind } },
    );
  }

  return { modelsOf, requestFor, requireGood };
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
