/** Prompts and messages of a call as tokens. */
import { isObject, type JsonObject } from '../pictures/json-body.ts';
import { invalidField } from './body-fields.ts';
import type { Tokenizer } from './tokenizer.ts';
import { SPECIAL_TOKENS } from './vocabulary.ts';

const MOST = {
  /** Prompts of one call; the practice service's own bound. */
  prompts: 128,
  /** Messages of one chat; the same. */
  messages: 4_096,
} as const;

/**
 * Reads `prompt`: a string, an array of strings, an array of tokens, or an array of token arrays.
 *
 * @returns the tokens of each prompt
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readPrompts(
  body: JsonObject,
  tokenizer: Tokenizer,
): readonly (readonly number[])[] {
  const { prompt } = body;
  if (typeof prompt === 'string') return [tokenizer.encode(prompt)];
  if (!Array.isArray(prompt) || prompt.length === 0) throw invalidPrompt(prompt);
  const parts: readonly unknown[] = prompt;
  if (typeof parts[0] === 'number') return [readTokens(parts, tokenizer)];
  if (parts.length > MOST.prompts) {
    throw invalidField(
      'prompt',
      `prompt has ${parts.length} entries; this service takes at most ${MOST.prompts}.`,
      `at most ${MOST.prompts} prompts`,
    );
  }
  if (typeof parts[0] === 'string') {
    return parts.map((part) => {
      if (typeof part !== 'string') throw invalidPrompt(prompt);
      return tokenizer.encode(part);
    });
  }
  return parts.map((part) => readTokens(part, tokenizer));
}

function readTokens(value: unknown, tokenizer: Tokenizer): readonly number[] {
  const { size } = tokenizer.vocabulary;
  if (!Array.isArray(value) || value.length === 0) throw invalidPrompt(value);
  const tokens: readonly unknown[] = value;
  return tokens.map((token) => {
    if (typeof token !== 'number') throw invalidPrompt(token);
    if (Number.isInteger(token) && token >= 0 && token < size) return token;
    throw invalidField(
      'prompt',
      `prompt has the token ${token}, which this model does not know (0 to ${size - 1}).`,
      `token ids from 0 to ${size - 1}`,
      token,
    );
  });
}

function invalidPrompt(value: unknown): Error {
  const range = 'string, array of strings, array of tokens, or array of token arrays';
  return invalidField('prompt', `prompt must be a ${range}, and not empty.`, range, value);
}

/** One message of a chat. */
interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A chat as the model sees it. */
export interface ChatPrompt {
  readonly tokens: readonly number[];
  /** The last message of the user. */
  readonly question: string;
  /** The system messages. */
  readonly instructions: string;
}

/**
 * Reads `messages`. If the last one is the assistant's, the answer goes on where it ends.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readChat(body: JsonObject, tokenizer: Tokenizer): ChatPrompt {
  const messages = readMessages(body['messages']);
  const tokens = messages.flatMap((message) => [
    SPECIAL_TOKENS[message.role],
    ...tokenizer.encode(message.content),
  ]);
  if (messages.at(-1)?.role !== 'assistant') tokens.push(SPECIAL_TOKENS.assistant);
  return {
    tokens,
    question: messages.findLast((message) => message.role === 'user')?.content ?? '',
    instructions: messages
      .filter((message) => message.role === 'system')
      .map((message) => message.content)
      .join('\n'),
  };
}

function readMessages(value: unknown): readonly Message[] {
  const range = `1 to ${MOST.messages} objects with role and content`;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST.messages) {
    throw invalidField('messages', `messages must be a list of ${range}.`, range, value);
  }
  const messages: readonly unknown[] = value;
  return messages.map((message, index) => {
    const role = isObject(message) ? message['role'] : null;
    const content = isObject(message) ? message['content'] : null;
    if (role !== 'system' && role !== 'user' && role !== 'assistant') {
      throw invalidField(
        `messages[${index}].role`,
        `messages[${index}].role must be system, user or assistant.`,
        'system, user, assistant',
        role,
      );
    }
    if (typeof content !== 'string') {
      const field = `messages[${index}].content`;
      throw invalidField(field, `${field} must be a string.`, 'string', content);
    }
    return { role, content };
  });
}
