/** Takes conversations of a file over. The same file twice changes nothing; a longer one adds its rest. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ImportReport, ImportStep } from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/format-number.ts';
import { transaction } from '../../library/database.ts';
import { orderedId } from '../ordered-id.ts';
import type { ReadingSource } from '../reading/messages.ts';
import type { ReadingThread } from '../reading/read-in-thread.ts';
import type { ActivePath } from './active-path.ts';
import type { BranchRemoval } from './branch-removal.ts';
import type { ConversationPart, Skipped } from './conversation-reader.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { ForeignConversation, ForeignHead, ForeignMessage } from './foreign.ts';
import { OWN } from './import-formats.ts';
import { createPauses } from './pauses.ts';
import type { MessageRows } from './message-rows.ts';
import type { SlicedWork } from './sliced-work.ts';
import { titleOf } from './title.ts';

/** Conversations that the report names. */
const NAMED = 100;

/** A conversation that is being taken over. */
interface Taking {
  readonly head: ForeignHead;
  /** Missing: a new one. */
  readonly known: { readonly id: string; readonly isRemoved: boolean } | undefined;
  /** Ids in the library by their sources. */
  readonly ids: Map<string, string>;
  /** Messages that are not in the library. */
  readonly fresh: ForeignMessage[];
  first: ForeignMessage | undefined;
  last: ForeignMessage | undefined;
}

/** What has become of a conversation. */
interface Taken {
  readonly id: string;
  /** Messages that are new. */
  readonly added: number;
}

/** How far an import is. */
export type ImportProgress = Extract<ImportStep, { readonly kind: 'progress' }>;

/** Reads a file and takes it over. @throws AppError also `cancelled`, with what is in the library already */
export type ConversationImport = (
  source: ReadingSource,
  signal: AbortSignal,
  progress: (step: ImportProgress) => void,
) => Promise<ImportReport>;

export function createConversationImport(parts: {
  readonly database: DatabaseSync;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly path: ActivePath;
  readonly removal: BranchRemoval;
  readonly slices: SlicedWork;
  readonly reading: ReadingThread;
  /** A conversation is there, or has more messages. */
  readonly changed: (conversationId: string) => void;
  readonly now: () => number;
}): ConversationImport {
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

  function begin(head: ForeignHead): Taking {
    const known = conversations.bySource(head.source) ?? ownOf(head.source);
    return { head, known, ids: new Map(), fresh: [], first: undefined, last: undefined };
  }

  function look({ known, ids, fresh }: Taking, message: ForeignMessage): void {
    const before = known === undefined ? undefined : knownMessage(known.id, message.source);
    ids.set(message.source, before ?? orderedId(now()));
    if (before === undefined) fresh.push(message);
  }

  function createdAtOf({ head, first }: Taking): number {
    return head.createdAt ?? first?.createdAt ?? now();
  }

  /** @returns its id; a new one is there for nobody until {@link end} */
  function conversationOf(taking: Taking): string {
    const { known, head } = taking;
    const { title, system, settings, source } = head;
    return (
      known?.id ?? conversations.add({ title, system, ...settings }, createdAtOf(taking), source)
    );
  }

  /** @returns adds a message of it; `removalId`: for nobody until the removal is taken back */
  function adding(
    taking: Taking,
    id: string,
    removalId?: string,
  ): (message: ForeignMessage) => void {
    const { ids } = taking;
    const createdAt = createdAtOf(taking);
    const idOf = (source: string | undefined) => (source === undefined ? source : ids.get(source));
    const orderIdOf = createOrderIds();
    return ({ source, parent, role, text, createdAt: at, model, together, below }) =>
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
        lastChildId: idOf(below),
        removalId,
      });
  }

  /** Within a transaction: it is there from now on. */
  function end(taking: Taking, id: string): void {
    const { head, known, ids, first, last } = taking;
    const leafId = head.end === undefined ? undefined : ids.get(head.end);
    const firstId = head.first === undefined ? undefined : ids.get(head.first);
    if (known === undefined) conversations.setPath(id, leafId, firstId);
    else if (leafId !== undefined && messages.find(leafId) !== undefined) {
      path.lead(id, path.leafBelow(leafId));
    }
    conversations.touch(id, last?.createdAt ?? createdAtOf(taking));
    conversations.title(id, titleOf(first?.text ?? ''));
    conversations.reveal(id);
  }

  /** Nothing is new. */
  function endKnown({
    id,
    isRemoved,
  }: {
    readonly id: string;
    readonly isRemoved: boolean;
  }): Taken {
    if (isRemoved) conversations.reveal(id);
    return { id, added: 0 };
  }

  /** A short one, as a whole. To be called within a transaction. */
  function takeWhole({ messages: all, ...head }: ForeignConversation): Taken {
    const taking = begin(head);
    taking.first = all[0];
    taking.last = all.at(-1);
    for (const message of all) look(taking, message);
    if (taking.known !== undefined && taking.fresh.length === 0) return endKnown(taking.known);
    const id = conversationOf(taking);
    const add = adding(taking, id);
    for (const message of taking.fresh) add(message);
    end(taking, id);
    return { id, added: taking.fresh.length };
  }

  /** Adds its messages where nobody sees them, with pauses, and brings all of them to light at once. */
  async function takeLong(
    taking: Taking,
    signal: AbortSignal,
    progress: (fraction: number) => void,
  ): Promise<Taken> {
    const { known, fresh } = taking;
    if (known !== undefined && fresh.length === 0) return endKnown(known);
    const id = conversationOf(taking);
    const removalId = known === undefined ? undefined : removal.prepare(id);
    const add = adding(taking, id, removalId);
    let added = 0;
    await slices.each(untilStopped(fresh, signal), (message) => {
      add(message);
      added += 1;
      progress(added / fresh.length);
    });
    signal.throwIfAborted();
    if (removalId !== undefined) await removal.bringToLight(removalId, slices);
    transaction(database, () => end(taking, id));
    return { id, added: fresh.length };
  }

  return async (source, signal, progress) => {
    const report = { conversations: 0, messages: 0, known: 0 };
    const ids: string[] = [];
    const pause = createPauses();
    let taking: Taking | undefined;
    let done = 0; // of the file, 0–1

    function reach(fraction: number): void {
      const { conversations: count } = report;
      progress({ kind: 'progress', fraction: Math.min(1, fraction), conversations: count });
    }

    function note({ id, added }: Taken): void {
      changed(id);
      if (added === 0) report.known += 1;
      else {
        report.conversations += 1;
        report.messages += added;
      }
      if (ids.length < NAMED) ids.push(id);
    }

    async function take(part: ConversationPart): Promise<void> {
      if (part.kind === 'head') taking = begin(part.head);
      else if (part.kind === 'conversations') {
        const taken: Taken[] = [];
        try {
          await slices.each(untilStopped(part.conversations, signal), (conversation) => {
            taken.push(takeWhole(conversation));
          });
        } finally {
          // after an error the last transaction was taken back
          for (const each of taken) if (conversations.find(each.id) !== undefined) note(each);
        }
        signal.throwIfAborted();
        done = part.read;
        reach(done);
      } else if (taking !== undefined) {
        for (const message of part.messages) {
          await pause();
          taking.first ??= message;
          taking.last = message;
          look(taking, message);
        }
        if (!part.isLast) return;
        const before = done;
        const share = part.read - before;
        note(await takeLong(taking, signal, (added) => reach(before + share * added)));
        done = part.read;
      }
    }

    const reading = parts.reading.read<ConversationPart, Skipped>('conversations', source, signal);
    try {
      for (;;) {
        const { done, value } = await reading.next();
        if (done === true) return { ...report, skipped: value, conversationIds: ids };
        await take(value);
      }
    } catch (error) {
      throw signal.aborted ? stopped(report.conversations) : error;
    } finally {
      await reading.return([]); // ends the thread
    }
  };
}

/** @param count conversations that are new or have more messages */
function stopped(count: number): AppError {
  const kept =
    count === 0
      ? 'Nothing was imported.'
      : `${count === 1 ? 'One conversation was' : `${formatNumber(count)} conversations were`} imported as a whole. Select the file again to import the rest.`;
  return new AppError({
    kind: 'cancelled',
    message: `The import was stopped. ${kept}`,
    details: { conversations: count },
  });
}

/** Ends when it is stopped, so that what has been done in the same transaction stays. */
function* untilStopped<Item>(items: Iterable<Item>, signal: AbortSignal): Generator<Item> {
  for (const item of items) {
    if (signal.aborted) return;
    yield item;
  }
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
