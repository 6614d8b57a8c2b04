/** The conversations of a file in parts that the main thread takes over without holding anything up. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import {
  withinLimits,
  type ForeignConversation,
  type ForeignHead,
  type ForeignMessage,
  type Skip,
  type UnboundedConversation,
} from './foreign.ts';
import { isMessage, readForeign } from './import-formats.ts';
import { jsonValues } from './json-values.ts';

/** A part of what is in a file. `read`: where it ends in the file, 0–1. */
export type ConversationPart =
  /** Whole and short: each is taken over in one step. */
  | {
      readonly kind: 'conversations';
      readonly conversations: readonly ForeignConversation[];
      readonly read: number;
    }
  /** A long one. Its messages follow. */
  | { readonly kind: 'head'; readonly head: ForeignHead }
  | {
      readonly kind: 'messages';
      readonly messages: readonly ForeignMessage[];
      readonly isLast: boolean;
      /** Of the conversation. */
      readonly read: number;
    };

/** What was left out, with how often. */
export type Skipped = readonly { readonly reason: string; readonly count: number }[];

const NO_CONVERSATION = 'An entry is not a conversation.';

/** Sizes of the parts. */
const PARTS = {
  /** Messages and characters of a conversation that is taken over in one step. */
  shortMessages: 60,
  shortCharacters: 40_000,
  /** Characters and entries of a part, about: a few milliseconds to receive. */
  characters: 400_000,
  entries: 400,
} as const;

/**
 * For a thread of its own: nothing here makes a pause.
 *
 * @param file UTF-8
 * @returns at the end what was left out
 * @throws AppError `invalid-input` where there is no conversation at all
 */
export function* conversationParts(file: Uint8Array): Generator<ConversationPart, Skipped, void> {
  const counts = new Map<string, number>();
  const skip: Skip = (reason) => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
  let short: ForeignConversation[] = [];
  let characters = 0;
  let found = 0;
  let read = 0; // behind the entry that was built last
  let gatheredTo = 0;

  function* gathered(): Generator<ConversationPart, void, void> {
    if (short.length > 0) yield { kind: 'conversations', conversations: short, read: gatheredTo };
    short = [];
    characters = 0;
  }

  const reached = (byte: number): void => {
    read = byte / file.byteLength;
  };
  for (const conversation of conversationsIn(file, skip, reached)) {
    found += 1;
    if (conversation.messages.length === 0) {
      skip('A conversation without messages was left out.');
      continue;
    }
    const size = charactersOf(conversation);
    if (conversation.messages.length > PARTS.shortMessages || size > PARTS.shortCharacters) {
      yield* gathered(); // in the order of the file
      yield* inParts(conversation, read);
      continue;
    }
    short.push(conversation);
    gatheredTo = read;
    characters += size;
    if (characters >= PARTS.characters || short.length >= PARTS.entries) yield* gathered();
  }
  yield* gathered();
  if (found === 0) throw nothingFound([...counts.keys()]);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}

function* inParts(
  { messages, ...head }: ForeignConversation,
  read: number,
): Generator<ConversationPart, void, void> {
  yield { kind: 'head', head };
  let part: ForeignMessage[] = [];
  let characters = 0;
  for (const message of messages) {
    if (part.length >= PARTS.entries || characters >= PARTS.characters) {
      yield { kind: 'messages', messages: part, isLast: false, read };
      part = [];
      characters = 0;
    }
    part.push(message);
    characters += message.text.length;
  }
  yield { kind: 'messages', messages: part, isLast: true, read };
}

function charactersOf({ system, messages }: ForeignConversation): number {
  return messages.reduce((sum, { text }) => sum + text.length, system.length);
}

/** The conversations of a file: a list of them, one of them, or a list of messages. */
function* conversationsIn(
  file: Uint8Array,
  skip: Skip,
  reached: (byte: number) => void,
): Generator<ForeignConversation, void, void> {
  const messages: unknown[] = [];
  for (const value of jsonValues(file, skip, reached)) {
    if (isMessage(value)) {
      messages.push(value);
      continue;
    }
    const conversation = readForeign(value, skip);
    if (conversation === undefined) skip(NO_CONVERSATION);
    else yield bounded(conversation);
  }
  const whole = readForeign(messages, skip);
  if (whole !== undefined) yield bounded(whole);

  function bounded(conversation: UnboundedConversation): ForeignConversation {
    return withinLimits(conversation, skip);
  }
}

/** @param reasons why parts of the file were left out, the first one first */
function nothingFound(reasons: readonly string[]): AppError {
  const reason = reasons.find((each) => each !== NO_CONVERSATION) ?? '';
  return new AppError({
    kind: 'invalid-input',
    message: `This file has no conversations that Gesso can read. ${reason && `${reason} `}Select conversations.json of a ChatGPT or Claude export, the JSON file of an Open WebUI export, or JSON with messages.`,
  });
}
