/** Reads a file in parts, so that the main thread can import without blocking. */
import { type AppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import {
  withinLimits,
  type ExternalConversation,
  type ExternalHead,
  type ExternalMessage,
  type Skip,
  type UnboundedConversation,
} from './external.ts';
import { isMessage, parseExternal } from './import-formats.ts';
import { jsonValues } from './json-values.ts';

/** `read`: fraction of the file. */
export type ConversationPart =
  /** Complete and short: imported in one step. */
  | {
      readonly kind: 'conversations';
      readonly conversations: readonly ExternalConversation[];
      readonly read: number;
    }
  /** The start of a long one; its messages follow. */
  | { readonly kind: 'head'; readonly head: ExternalHead }
  | {
      readonly kind: 'messages';
      readonly messages: readonly ExternalMessage[];
      readonly isLast: boolean;
      readonly read: number;
    };

export type Skipped = readonly { readonly reason: string; readonly count: number }[];

const NO_CONVERSATION = 'An entry is not a conversation.';

const PARTS = {
  /** Most messages and characters of a conversation that is imported in one step. */
  shortMessages: 60,
  shortCharacters: 40_000,
  /** Approximate characters and entries of a part: a few milliseconds to receive. */
  characters: 400_000,
  entries: 400,
} as const;

/** Blocks; run it in a thread. @param file UTF-8 @throws AppError `invalid-input` */
export function* conversationParts(file: Uint8Array): Generator<ConversationPart, Skipped, void> {
  const counts = new Map<string, number>();
  const skip: Skip = (reason) => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
  let short: ExternalConversation[] = [];
  let characters = 0;
  let found = 0;
  let read = 0; // Position after the last built entry.
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
      yield* gathered(); // In file order.
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
  { messages, ...head }: ExternalConversation,
  read: number,
): Generator<ConversationPart, void, void> {
  yield { kind: 'head', head };
  let part: ExternalMessage[] = [];
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

function charactersOf({ system, messages }: ExternalConversation): number {
  return messages.reduce((sum, { text }) => sum + text.length, system.length);
}

function* conversationsIn(
  file: Uint8Array,
  skip: Skip,
  reached: (byte: number) => void,
): Generator<ExternalConversation, void, void> {
  const messages: unknown[] = [];
  for (const value of jsonValues(file, skip, reached)) {
    if (isMessage(value)) {
      messages.push(value);
      continue;
    }
    const conversation = parseExternal(value, skip);
    if (conversation === undefined) skip(NO_CONVERSATION);
    else yield bounded(conversation);
  }
  const whole = parseExternal(messages, skip);
  if (whole !== undefined) yield bounded(whole);

  function bounded(conversation: UnboundedConversation): ExternalConversation {
    return withinLimits(conversation, skip);
  }
}

function nothingFound(reasons: readonly string[]): AppError {
  const reason = reasons.find((each) => each !== NO_CONVERSATION) ?? '';
  return invalidInput(
    `This file has no conversations that Gesso can read. ${reason && `${reason} `}Select conversations.json of a ChatGPT or Claude export, the JSON file of an Open WebUI export, or JSON with messages.`,
  );
}
