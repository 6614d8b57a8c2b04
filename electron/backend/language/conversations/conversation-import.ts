/** Takes conversations of a file over. The same file twice changes nothing; a longer one adds its rest. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  CONVERSATION_LIMITS,
  type ImportReport,
} from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import { orderedId } from '../ordered-id.ts';
import type { ActivePath } from './active-path.ts';
import type { BranchRemoval } from './branch-removal.ts';
import type { ConversationRows } from './conversation-rows.ts';
import {
  isMessage,
  OWN,
  readForeign,
  type ForeignConversation,
  type ForeignMessage,
  type Reading,
} from './import-formats.ts';
import { jsonValues } from './json-values.ts';
import { createPauses } from './pauses.ts';
import type { MessageRows } from './message-rows.ts';
import type { SlicedWork } from './sliced-work.ts';
import { titleOf } from './title.ts';

/** Parts of a file that are not taken over, in words. */
const PROBLEMS = {
  broken: 'A part is not JSON.',
  deep: 'A part is nested too deeply and was left out.',
  long: 'A text longer than 4 million characters was left out.',
} as const;

/** Conversations that the report names. */
const NAMED = 100;

export function createConversationImport(parts: {
  readonly database: DatabaseSync;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly path: ActivePath;
  readonly removal: BranchRemoval;
  readonly slices: SlicedWork;
  /** A conversation is there, or has more messages. */
  readonly changed: (conversationId: string) => void;
  readonly now: () => number;
}): (file: Uint8Array, signal?: AbortSignal) => Promise<ImportReport> {
  const { database, conversations, messages, path, removal, slices, changed, now } = parts;

  /** The conversation that a file of Gesso's was made from, where this is its library. */
  function ownOf(source: string): { readonly id: string; readonly isRemoved: boolean } | undefined {
    const id = source.startsWith(OWN)
      ? conversations.find(source.slice(OWN.length))?.id
      : undefined;
    return id === undefined ? undefined : { id, isRemoved: false };
  }

  /** The message that was imported from there, or that a file of Gesso's was made from. */
  function knownMessage(conversationId: string, source: string): string | undefined {
    const own = messages.find(source)?.conversationId === conversationId ? source : undefined;
    return messages.bySource(conversationId, source) ?? own;
  }

  function begin(foreign: ForeignConversation, createdAt: number): string {
    const { source, title, system, settings } = foreign;
    const fields = {
      title: title.slice(0, CONVERSATION_LIMITS.titleCharacters),
      system,
      ...settings,
    };
    return conversations.add(fields, createdAt, source);
  }

  /**
   * Adds its messages where nobody sees them, with pauses, and brings all of them to light at once.
   *
   * @returns how many messages are new, and where
   */
  async function takeOver(
    foreign: ForeignConversation,
    pause: () => Promise<void>,
  ): Promise<{ readonly id: string; readonly added: number }> {
    const known = conversations.bySource(foreign.source) ?? ownOf(foreign.source);
    const ids = new Map<string, string>();
    const fresh: ForeignMessage[] = [];
    for (const message of foreign.messages) {
      await pause();
      const before = known === undefined ? undefined : knownMessage(known.id, message.source);
      ids.set(message.source, before ?? orderedId(now()));
      if (before === undefined) fresh.push(message);
    }
    if (known !== undefined && fresh.length === 0) {
      if (known.isRemoved) conversations.reveal(known.id);
      return { id: known.id, added: 0 };
    }
    const createdAt = foreign.createdAt ?? foreign.messages[0]?.createdAt ?? now();
    const id = known?.id ?? begin(foreign, createdAt);
    const removalId = known === undefined ? undefined : removal.prepare(id);
    const seen = pathSeenLast(foreign);
    const idOf = (source: string | undefined) => (source === undefined ? source : ids.get(source));
    const orderIdOf = createOrderIds();
    await slices.each(fresh, ({ source, parent, role, text, createdAt: at, model, together }) =>
      messages.add({
        id: ids.get(source) ?? orderedId(now()),
        conversationId: id,
        parentId: idOf(parent),
        role,
        text,
        model: role === 'assistant' ? model : undefined,
        orderId: orderIdOf(together),
        createdAt: at ?? createdAt,
        source,
        lastChildId: idOf(seen.below.get(source)),
        removalId,
      }),
    );
    transaction(database, () => {
      if (removalId !== undefined) removal.bringBack(removalId);
      const leafId = idOf(seen.end);
      if (known === undefined) conversations.setPath(id, leafId, idOf(seen.first));
      else if (leafId !== undefined && messages.find(leafId) !== undefined) {
        path.lead(id, path.leafBelow(leafId));
      }
      conversations.touch(id, foreign.messages.at(-1)?.createdAt ?? createdAt);
      conversations.title(id, titleOf(foreign.messages[0]?.text ?? ''));
      conversations.reveal(id);
    });
    return { id, added: fresh.length };
  }

  return async (file, signal) => {
    if (file.byteLength > CONVERSATION_LIMITS.importBytes) {
      throw new AppError({
        kind: 'too-large',
        message: `The file has ${Math.ceil(file.byteLength / 1_000_000)} MB. Gesso imports up to ${CONVERSATION_LIMITS.importBytes / 1_000_000} MB at once.`,
      });
    }
    const counts = new Map<string, number>();
    const skip = (reason: string) => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const pauses = createPauses();
    // stopped between two conversations: each is whole, or not there
    const pause = async (): Promise<void> => {
      signal?.throwIfAborted();
      await pauses();
    };
    let found = 0;
    const report = { conversations: 0, messages: 0, known: 0 };
    const ids: string[] = [];
    for await (const foreign of conversationsIn(file, { pause, skip })) {
      found += 1;
      if (foreign.messages.length === 0) {
        skip('A conversation without messages was left out.');
        continue;
      }
      const { id, added } = await takeOver(foreign, pauses);
      changed(id);
      if (added === 0) report.known += 1;
      else {
        report.conversations += 1;
        report.messages += added;
      }
      if (ids.length < NAMED) ids.push(id);
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

/** New ones: the conversation that the file was made from may still have the old ones. */
function createOrderIds(): (together: string | undefined) => string | undefined {
  const ids = new Map<string, string>();
  return (together) => {
    if (together === undefined) return undefined;
    const id = ids.get(together) ?? randomUUID();
    ids.set(together, id);
    return id;
  };
}

/** The path that was seen last: its ends, and the message below each other one of it. */
function pathSeenLast({ messages, current }: ForeignConversation): {
  readonly first: string | undefined;
  readonly end: string | undefined;
  readonly below: ReadonlyMap<string, string>;
} {
  const parents = new Map(messages.map(({ source, parent }) => [source, parent]));
  const children = new Map(
    messages.flatMap(({ source, parent }) => (parent === undefined ? [] : [[parent, source]])),
  );
  let end = current !== undefined && parents.has(current) ? current : messages.at(-1)?.source;
  for (let at = end; at !== undefined; at = children.get(at)) end = at;
  const below = new Map<string, string>();
  let first = end;
  for (let at = end; at !== undefined; at = parents.get(at)) {
    if (first !== undefined && first !== at) below.set(at, first);
    if (parents.has(at)) first = at;
  }
  return { first, end, below };
}

/** The conversations of a file: a list of them, one of them, or a list of messages. */
async function* conversationsIn(
  file: Uint8Array,
  reading: Reading,
): AsyncGenerator<ForeignConversation, void, void> {
  const { pause, skip } = reading;
  const messages: unknown[] = [];
  for await (const value of jsonValues(file, pause, (problem) => skip(PROBLEMS[problem]))) {
    if (isMessage(value)) {
      messages.push(value);
      continue;
    }
    const conversation = await readForeign(value, reading);
    if (conversation === undefined) skip('An entry is not a conversation.');
    else yield conversation;
  }
  const whole = await readForeign(messages, reading);
  if (whole !== undefined) yield whole;
}
