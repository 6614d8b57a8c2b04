import { replaceEqualDeep } from '@tanstack/react-query';
import { lastCodeIn } from '../../../../markdown/engine/index.ts';
import type { Message, PlainMessage } from '../../../../../shared/contract/conversations.ts';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import {
  textOfEvents,
  thoughtsOf,
  type AnswerEvent,
} from '../../../../../shared/language/answer-events.ts';

/** Keeps unchanged parts identical wherever they moved, so that they do not render again. */
export function sharedById<Part extends { readonly id: string }>(
  before: readonly Part[],
  after: readonly Part[],
): readonly Part[] {
  const known = new Map(before.map((part) => [part.id, part]));
  const next = after.map((part) => {
    const old = known.get(part.id);
    return old === undefined ? part : replaceEqualDeep(old, part);
  });
  const isUnchanged =
    next.length === before.length && next.every((each, index) => each === before[index]);
  return isUnchanged ? before : next;
}

/**
 * Replaces the messages from the first one of `end` on. An end that fits nowhere changes nothing:
 * the caller reloads the conversation.
 */
export function withNewEnd(
  messages: readonly Message[],
  end: readonly Message[],
): readonly Message[] {
  const [first] = end;
  if (first === undefined) return messages;
  const known = messages.findIndex(({ id }) => id === first.id);
  const at = known >= 0 ? known : messages.findIndex(({ id }) => id === first.parentId) + 1;
  const fits = known >= 0 || at > 0 || (messages.length === 0 && first.parentId === undefined);
  return fits ? [...messages.slice(0, at), ...end] : messages;
}

/** Updates an answer that ended. Returns the same messages if they had its end already. */
export function withEnd(
  messages: readonly Message[],
  end: LanguageRun,
  events: readonly AnswerEvent[],
): readonly Message[] {
  const { request: _request, conversationId: _conversation, messageId: _message, ...run } = end;
  const ended = <Each extends PlainMessage>(message: Each): Each =>
    message.run?.id === run.id && message.run.state === 'running'
      ? {
          ...message,
          text: message.text + textOfEvents(events, message.choice),
          ...withThoughts(thoughtsOf(events, message.choice)),
          run,
        }
      : message;
  const next = messages.map((message) => {
    const self = ended(message);
    const beside = message.beside.map(ended);
    const isSameBeside = beside.every((each, index) => each === message.beside[index]);
    return isSameBeside ? self : { ...self, beside };
  });
  return next.every((each, index) => each === messages[index]) ? messages : next;
}

function withThoughts(thoughts: string): Pick<PlainMessage, 'thoughts'> {
  return thoughts === '' ? {} : { thoughts };
}

export function runningIds(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    [message, ...message.beside].flatMap(({ run }) => (run?.state === 'running' ? [run.id] : [])),
  );
}

export function lastAnswer(messages: readonly Message[]): PlainMessage | undefined {
  return messages.findLast(({ role, text }) => role === 'assistant' && text !== '');
}

export function lastCode(messages: readonly Message[]): string | undefined {
  for (const { role, text } of messages.toReversed()) {
    const code = role === 'assistant' ? lastCodeIn(text) : undefined;
    if (code !== undefined) return code;
  }
  return undefined;
}
