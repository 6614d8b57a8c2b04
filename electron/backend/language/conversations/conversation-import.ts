/** Takes conversations of a file over. The same file twice changes nothing; a longer one adds its rest. */
import type { DatabaseSync } from 'node:sqlite';
import {
  CONVERSATION_LIMITS,
  type ImportReport,
} from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import { orderedId } from '../ordered-id.ts';
import type { ActivePath } from './active-path.ts';
import type { ConversationRows } from './conversation-rows.ts';
import {
  isMessage,
  OWN,
  readForeign,
  type ForeignConversation,
  type Skip,
} from './import-formats.ts';
import { createPauses, jsonValues } from './json-values.ts';
import type { MessageRows } from './message-rows.ts';
import { titleOf } from './title.ts';

/** Conversations that the report names. */
const NAMED = 100;

export function createConversationImport(parts: {
  readonly database: DatabaseSync;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly path: ActivePath;
  readonly now: () => number;
}): (file: Uint8Array) => Promise<ImportReport> {
  const { database, conversations, messages, path, now } = parts;

  /** The conversation that a file of Gesso's was made from, where this is its library. */
  function ownOf(source: string): { readonly id: string; readonly isRemoved: boolean } | undefined {
    const id = source.startsWith(OWN)
      ? conversations.find(source.slice(OWN.length))?.id
      : undefined;
    return id === undefined ? undefined : { id, isRemoved: false };
  }

  /** @returns how many messages are new, and where */
  function takeOver(foreign: ForeignConversation): { readonly id: string; readonly added: number } {
    const known = conversations.bySource(foreign.source) ?? ownOf(foreign.source);
    const createdAt = foreign.createdAt ?? foreign.messages[0]?.createdAt ?? now();
    const { system, title } = foreign;
    const fields = { title: title.slice(0, CONVERSATION_LIMITS.titleCharacters), system };
    const id = known?.id ?? conversations.add(fields, createdAt, foreign.source);
    if (known?.isRemoved === true) conversations.setRemoved(id, undefined);
    const ids = new Map<string, string>();
    const present = new Set<string>();
    for (const { source } of foreign.messages) {
      const own = messages.find(source)?.conversationId === id ? source : undefined;
      const before = messages.bySource(id, source) ?? own;
      if (before !== undefined) present.add(source);
      ids.set(source, before ?? orderedId(now()));
    }
    let added = 0;
    for (const {
      source,
      parent,
      role,
      text,
      createdAt: at = createdAt,
      model,
    } of foreign.messages) {
      if (present.has(source)) continue;
      messages.add({
        id: ids.get(source) ?? orderedId(now()),
        conversationId: id,
        parentId: parent === undefined ? undefined : ids.get(parent),
        role,
        text,
        model: role === 'assistant' ? model : undefined,
        createdAt: at,
        source,
      });
      added += 1;
    }
    if (added > 0) {
      const end = foreign.current ?? foreign.messages.at(-1)?.source;
      const leaf = end === undefined ? undefined : ids.get(end);
      if (leaf !== undefined && messages.find(leaf) !== undefined) {
        path.lead(id, path.leafBelow(leaf));
      }
      conversations.touch(id, foreign.messages.at(-1)?.createdAt ?? createdAt);
      conversations.title(id, titleOf(foreign.messages[0]?.text ?? ''));
    }
    return { id, added };
  }

  return async (file) => {
    if (file.byteLength > CONVERSATION_LIMITS.importBytes) {
      throw new AppError({
        kind: 'too-large',
        message: `The file has ${Math.ceil(file.byteLength / 1_000_000)} MB. Gesso imports up to ${CONVERSATION_LIMITS.importBytes / 1_000_000} MB at once.`,
      });
    }
    const counts = new Map<string, number>();
    const skip = (reason: string) => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const pause = createPauses();
    let found = 0;
    const report = { conversations: 0, messages: 0, known: 0 };
    const ids: string[] = [];
    for await (const foreign of conversationsIn(file, pause, skip)) {
      found += 1;
      if (foreign.messages.length === 0) {
        skip('A conversation without messages was left out.');
        continue;
      }
      const { id, added } = transaction(database, () => takeOver(foreign));
      if (added === 0) report.known += 1;
      else {
        report.conversations += 1;
        report.messages += added;
        if (ids.length < NAMED) ids.push(id);
      }
    }
    if (found === 0) {
      throw new AppError({
        kind: 'invalid-input',
        message:
          'This file has no conversations that Gesso can read. Select conversations.json of a ChatGPT export, or JSON with messages.',
      });
    }
    const skipped = [...counts].map(([reason, count]) => ({ reason, count }));
    return { ...report, skipped, conversationIds: ids };
  };
}

/** The conversations of a file: a list of them, one of them, or a list of messages. */
async function* conversationsIn(
  file: Uint8Array,
  pause: () => Promise<void>,
  skip: Skip,
): AsyncGenerator<ForeignConversation, void, void> {
  const messages: unknown[] = [];
  for await (const value of jsonValues(file, pause, () => skip('A part is not JSON.'))) {
    if (isMessage(value)) {
      messages.push(value);
      continue;
    }
    const conversation = readForeign(value, skip);
    if (conversation === undefined) skip('An entry is not a conversation.');
    else yield conversation;
  }
  const whole = readForeign(messages, skip);
  if (whole !== undefined) yield whole;
}
