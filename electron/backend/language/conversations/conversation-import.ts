/** Importing a file twice changes nothing; a longer file adds its rest. */
import type { ConversationDeps } from './conversation-deps.ts';
import type { ImportReport, ImportStep } from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import type { ConversationPart, Skipped } from './conversation-reader.ts';
import { newConversation } from './conversation-rows.ts';
import { createPauses } from './pauses.ts';
import { randomUUID } from 'node:crypto';
import { transaction } from '../../library/database.ts';
import { orderedId } from '../ordered-id.ts';
import type { ActivePath } from './active-path.ts';
import type { BranchRemoval } from './branch-removal.ts';
import type { ExternalConversation, ExternalHead, ExternalMessage } from './external.ts';
import { OWN } from './import-formats.ts';
import type { SlicedWork } from './sliced-work.ts';
import { titleFromText } from './title.ts';

interface PendingImport {
  readonly head: ExternalHead;
  readonly known: { readonly id: string; readonly isRemoved: boolean } | undefined;
  readonly ids: Map<string, string>;
  readonly fresh: ExternalMessage[];
  first: ExternalMessage | undefined;
  last: ExternalMessage | undefined;
}

interface ImportedConversation {
  readonly id: string;
  readonly added: number;
}

interface ImportWriterDeps extends ConversationDeps {
  readonly path: ActivePath;
  readonly removal: BranchRemoval;
  readonly slices: SlicedWork;
}

function createImportWriter(deps: ImportWriterDeps) {
  const { database, conversations, messages, path, removal, slices, now } = deps;

  function ownOf(source: string): { readonly id: string; readonly isRemoved: boolean } | undefined {
    const id = source.startsWith(OWN)
      ? conversations.find(source.slice(OWN.length))?.id
      : undefined;
    return id === undefined ? undefined : { id, isRemoved: false };
  }

  function knownMessage(conversationId: string, source: string): string | undefined {
    const own = messages.find(source)?.conversationId === conversationId ? source : undefined;
    return messages.bySource(conversationId, source) ?? own;
  }

  function begin(head: ExternalHead): PendingImport {
    const known = conversations.bySource(head.source) ?? ownOf(head.source);
    return { head, known, ids: new Map(), fresh: [], first: undefined, last: undefined };
  }

  function match({ known, ids, fresh }: PendingImport, message: ExternalMessage): void {
    const before = known === undefined ? undefined : knownMessage(known.id, message.source);
    ids.set(message.source, before ?? orderedId(now()));
    if (before === undefined) fresh.push(message);
  }

  function createdAtOf({ head, first }: PendingImport): number {
    return head.createdAt ?? first?.createdAt ?? now();
  }

  function conversationOf(pending: PendingImport): string {
    const { known, head } = pending;
    const { title, system, settings, source } = head;
    if (known !== undefined) return known.id;
    const fields = { title, system, ...settings };
    return conversations.add(newConversation(fields, createdAtOf(pending)), source);
  }

  /** @returns a function that adds a message; `removalId` hides it until the removal is undone */
  function adderFor(
    pending: PendingImport,
    id: string,
    removalId?: string,
  ): (message: ExternalMessage) => void {
    const { ids } = pending;
    const createdAt = createdAtOf(pending);
    const idOf = (source: string | undefined) => (source === undefined ? source : ids.get(source));
    const orderIdOf = createOrderIds();
    return ({ source, parent, role, text, thoughts, createdAt: at, model, together, below }) =>
      messages.add({
        id: ids.get(source) ?? orderedId(now()),
        conversationId: id,
        parentId: idOf(parent),
        role,
        text,
        thoughts,
        model: role === 'assistant' ? model : undefined,
        orderId: orderIdOf(together),
        createdAt: at ?? createdAt,
        source,
        lastChildId: idOf(below),
        removalId,
      });
  }

  function end(pending: PendingImport, id: string): void {
    const { head, known, ids, first, last } = pending;
    const leafId = head.end === undefined ? undefined : ids.get(head.end);
    const firstId = head.first === undefined ? undefined : ids.get(head.first);
    if (known === undefined) conversations.setPath(id, leafId, firstId);
    else if (leafId !== undefined && messages.find(leafId) !== undefined) {
      path.lead(id, path.leafBelow(leafId));
    }
    conversations.touch(id, last?.createdAt ?? createdAtOf(pending));
    conversations.title(id, titleFromText(first?.text ?? ''));
    conversations.reveal(id);
  }

  function endKnown({
    id,
    isRemoved,
  }: {
    readonly id: string;
    readonly isRemoved: boolean;
  }): ImportedConversation {
    if (isRemoved) conversations.reveal(id);
    return { id, added: 0 };
  }

  function writeShort({ messages: all, ...head }: ExternalConversation): ImportedConversation {
    const pending = begin(head);
    pending.first = all[0];
    pending.last = all.at(-1);
    for (const message of all) match(pending, message);
    if (pending.known !== undefined && pending.fresh.length === 0) return endKnown(pending.known);
    const id = conversationOf(pending);
    const add = adderFor(pending, id);
    for (const message of pending.fresh) add(message);
    end(pending, id);
    return { id, added: pending.fresh.length };
  }

  async function writeLong(
    pending: PendingImport,
    signal: AbortSignal,
    progress: (fraction: number) => void,
  ): Promise<ImportedConversation> {
    const { known, fresh } = pending;
    if (known !== undefined && fresh.length === 0) return endKnown(known);
    const id = conversationOf(pending);
    const removalId = known === undefined ? undefined : removal.prepare(id);
    const add = adderFor(pending, id, removalId);
    let added = 0;
    await slices.each(untilStopped(fresh, signal), (message) => {
      add(message);
      added += 1;
      progress(added / fresh.length);
    });
    signal.throwIfAborted();
    if (removalId !== undefined) await removal.bringToLight(removalId, slices);
    transaction(database, () => end(pending, id));
    return { id, added: fresh.length };
  }

  return { begin, match, writeShort, writeLong };
}

/** Ends when cancelled, so that the current transaction is kept. */
function* untilStopped<Item>(items: Iterable<Item>, signal: AbortSignal): Generator<Item> {
  for (const item of items) {
    if (signal.aborted) return;
    yield item;
  }
}

/** Makes new ids, because the original conversation may still have the old ones. */
function createOrderIds(): (together: string | undefined) => string | undefined {
  const ids = new Map<string, string>();
  return (together) => {
    if (together === undefined) return undefined;
    const id = ids.get(together) ?? randomUUID();
    ids.set(together, id);
    return id;
  };
}

const NAMED = 100;

/** @throws AppError including `cancelled`, with what was already imported */
type ConversationImport = (
  source: ReadingSource,
  signal: AbortSignal,
  progress: (step: ImportStep) => void,
) => Promise<ImportReport>;

export function createConversationImport(
  deps: ImportWriterDeps & {
    readonly reading: ReadingThread;
    readonly changed: (conversationId: string) => void;
  },
): ConversationImport {
  const { conversations, slices, changed } = deps;
  const { begin, match, writeShort, writeLong } = createImportWriter(deps);

  return async (source, signal, progress) => {
    const report = { conversations: 0, messages: 0, known: 0 };
    const ids: string[] = [];
    const pause = createPauses();
    let pending: PendingImport | undefined;
    let done = 0; // Fraction of the file.

    function reach(fraction: number): void {
      const { conversations: count } = report;
      progress({ kind: 'progress', fraction: Math.min(1, fraction), conversations: count });
    }

    function note({ id, added }: ImportedConversation): void {
      changed(id);
      if (added === 0) report.known += 1;
      else {
        report.conversations += 1;
        report.messages += added;
      }
      if (ids.length < NAMED) ids.push(id);
    }

    async function take(part: ConversationPart): Promise<void> {
      if (part.kind === 'head') pending = begin(part.head);
      else if (part.kind === 'conversations') {
        const imported: ImportedConversation[] = [];
        try {
          await slices.each(untilStopped(part.conversations, signal), (conversation) => {
            imported.push(writeShort(conversation));
          });
        } finally {
          // After an error the last transaction was rolled back.
          for (const each of imported) if (conversations.find(each.id) !== undefined) note(each);
        }
        signal.throwIfAborted();
        done = part.read;
        reach(done);
      } else if (pending !== undefined) {
        for (const message of part.messages) {
          await pause();
          pending.first ??= message;
          pending.last = message;
          match(pending, message);
        }
        if (!part.isLast) return;
        const before = done;
        const share = part.read - before;
        note(await writeLong(pending, signal, (added) => reach(before + share * added)));
        done = part.read;
      }
    }

    const reading = deps.reading.read<ConversationPart, Skipped>('conversations', source, signal);
    try {
      for (;;) {
        const { done, value } = await reading.next();
        if (done === true) return { ...report, skipped: value, conversationIds: ids };
        await take(value);
      }
    } catch (error) {
      throw signal.aborted ? stopped(report.conversations) : error;
    } finally {
      await reading.return([]);
    }
  };
}

function stopped(count: number): AppError {
  const kept =
    count === 0
      ? 'Nothing was imported.'
      : `${count === 1 ? 'One conversation was' : `${formatNumber(count)} conversations were`} imported as a whole. Select the file again to import the rest.`;
  return new AppError('cancelled', `The import was stopped. ${kept}`, {
    details: { conversations: count },
  });
}
