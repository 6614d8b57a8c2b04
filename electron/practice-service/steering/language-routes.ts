/** The steering calls of the language half: speed, chat paths, tokens. */
import { type Answer, jsonAnswer } from '../answer.ts';
import { invalidBody } from '../errors.ts';
import { readFields, receiveFields, receiveObject } from './fields.ts';
import type { RequestContext, Route } from '../router.ts';
import { CHAT_PATHS } from '../language/language.ts';
import { tokenizer } from '../language/tokenizer.ts';

/** Steering of the language half; see docs/practice-service.md. */
export const LANGUAGE_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/practice/speed', handle: showSpeed },
  { method: 'POST', path: '/practice/speed', handle: setSpeed },
  { method: 'GET', path: '/practice/chat-paths', handle: showChatPaths },
  { method: 'POST', path: '/practice/chat-paths', handle: setChatPaths },
  { method: 'POST', path: '/practice/tokens', handle: showTokens },
];

const MOST = {
  tokensPerSecond: 1_000_000,
  firstTokenMilliseconds: 3_600_000,
} as const;

function showSpeed(context: RequestContext): Answer {
  return jsonAnswer(context.services.language.speed);
}

async function setSpeed(context: RequestContext): Promise<Answer> {
  const body = await receiveObject(context);
  const wanted = body['tokensPerSecond'] === 'unlimited' ? 0 : body['tokensPerSecond'];
  const fields = readFields({ ...body, tokensPerSecond: wanted });
  const { language } = context.services;
  const { speed } = language;
  const tokensPerSecond = fields.optionalInteger('tokensPerSecond', 0, MOST.tokensPerSecond);
  const firstTokenMilliseconds = fields.optionalInteger(
    'firstTokenMilliseconds',
    0,
    MOST.firstTokenMilliseconds,
  );
  fields.checkNothingLeft();
  language.speed = {
    tokensPerSecond: tokensPerSecond ?? speed.tokensPerSecond,
    // Without a limit nothing waits, unless it is asked for.
    firstTokenMilliseconds:
      firstTokenMilliseconds ?? (tokensPerSecond === 0 ? 0 : speed.firstTokenMilliseconds),
  };
  return showSpeed(context);
}

function showChatPaths(context: RequestContext): Answer {
  return jsonAnswer({ paths: context.services.language.openChatPaths });
}

async function setChatPaths(context: RequestContext): Promise<Answer> {
  const fields = await receiveFields(context);
  const paths = fields.any('paths');
  fields.checkNothingLeft();
  if (!Array.isArray(paths)) throw invalidBody('paths is not a list.');
  const wanted: readonly unknown[] = paths;
  const open = CHAT_PATHS.filter((path) => wanted.includes(path));
  if (open.length !== wanted.length) {
    throw invalidBody(`paths may only have ${CHAT_PATHS.join(' and ')}.`);
  }
  context.services.language.openChatPaths = open;
  return showChatPaths(context);
}

/** Text to tokens, or tokens to text. */
async function showTokens(context: RequestContext): Promise<Answer> {
  const fields = await receiveFields(context);
  const text = fields.any('text');
  const tokens = fields.any('tokens');
  fields.checkNothingLeft();
  const ids = typeof text === 'string' ? tokenizer.encode(text) : readIds(tokens);
  return jsonAnswer({
    text: tokenizer.decode(ids),
    tokens: ids.map((id) => ({ id, label: tokenizer.label(id) })),
    vocabulary: tokenizer.size,
  });
}

function readIds(value: unknown): readonly number[] {
  if (!Array.isArray(value)) throw invalidBody('Send either text or tokens.');
  const ids: readonly unknown[] = value;
  return ids.map((id) => {
    if (typeof id !== 'number') throw invalidBody('tokens is not a list of numbers.');
    return id;
  });
}
