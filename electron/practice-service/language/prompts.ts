/** Prompts and messages of a call as tokens. */
import { isObject, type JsonObject } from '../pictures/json-body.ts';
import { invalidField } from './body-fields.ts';
import { planAnswers } from './chat/plan.ts';
import { SPECIAL_TOKENS, type Tokenizer } from './tokenizer.ts';

/** A text that is to be continued. */
export interface Prompt {
  readonly tokens: readonly number[];
  /** Lays out answers to a chat, without their end; none for a completion. */
  readonly layOut: () => readonly (readonly number[])[];
}

const MOST = {
  /** Prompts of one call; the practice service's own bound. */
  prompts: 128,
  /** Messages of one chat; the same. */
  messages: 4_096,
} as const;

/**
 * Reads `prompt`: a string, an array of strings, an array of tokens, or an array of token arrays.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readPrompts(body: JsonObject, tokenizer: Tokenizer): readonly Prompt[] {
  const { prompt } = body;
  const isToken = (part: unknown): part is number =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) < tokenizer.size;
  const isTokens = (part: unknown): part is readonly number[] =>
    Array.isArray(part) && part.length > 0 && part.every(isToken);
  const isText = (part: unknown): part is string => typeof part === 'string';
  const parts: readonly unknown[] = Array.isArray(prompt) && !isTokens(prompt) ? prompt : [prompt];
  if (
    parts.length === 0 ||
    parts.length > MOST.prompts ||
    !(parts.every(isText) || parts.every(isTokens))
  ) {
    const range =
      'a string, an array of strings, an array of tokens, or an array of token arrays, ' +
      `not empty, with at most ${MOST.prompts} prompts and token ids from 0 to ${tokenizer.size - 1}`;
    throw invalidField('prompt', `must be ${range}`, range, prompt);
  }
  return parts.map((part) => ({
    tokens: isText(part) ? tokenizer.encode(part) : part,
    layOut: () => [],
  }));
}

/** One message of a chat. */
interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/**
 * Reads `messages`, and lays out answers to them. If the last one is the assistant's, the answer
 * goes on where it ends.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readChat(body: JsonObject, tokenizer: Tokenizer): Prompt {
  const messages = readMessages(body['messages']);
  const tokens = messages.flatMap(({ role, content }) => [
    SPECIAL_TOKENS[role],
    ...tokenizer.encode(content),
  ]);
  if (messages.at(-1)?.role !== 'assistant') tokens.push(SPECIAL_TOKENS.assistant);
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const instructions = messages.filter(({ role }) => role === 'system').map((each) => each.content);
  return {
    tokens,
    layOut: () => planAnswers(question, instructions.join('\n')).map(tokenizer.encode),
  };
}

function readMessages(value: unknown): readonly Message[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST.messages) {
    const range = `1 to ${MOST.messages} objects with role and content`;
    throw invalidField('messages', `must be a list of ${range}`, range, value);
  }
  return value.map((message: unknown, index) => {
    const { role, content } = isObject(message) ? message : {};
    if (role !== 'system' && role !== 'user' && role !== 'assistant') {
      const range = 'system, user or assistant';
      throw invalidField(`messages[${index}].role`, `must be ${range}`, range, role);
    }
    if (typeof content !== 'string') {
      throw invalidField(`messages[${index}].content`, 'must be a string', 'string', content);
    }
    return { role, content };
  });
}
