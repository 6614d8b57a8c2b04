import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../library/database.ts';
import { orderedId } from '../ordered-id.ts';
import type { ActivePath } from './active-path.ts';
import type { BranchRemoval } from './branch-removal.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { ExternalConversation, ExternalHead, ExternalMessage } from './external.ts';
import { OWN } from './import-formats.ts';
import type { MessageRows } from './message-rows.ts';
import type { SlicedWork } from './sliced-work.ts';
import { titleFromText } from './title.ts';

export interface PendingImport {
  readonly head: ExternalHead;
  readonly known: { readonly id: string; readonly isRemoved: boolean } | undefined;
  readonly ids: Map<string, string>;
  readonly fresh: ExternalMessage[];
  first: ExternalMessage | undefined;
  last: ExternalMessage | undefined;
}

export interface ImportedConversation {
  readonly id: string;
  readonly added: number;
}

export interface ImportWriterDeps {
  readonly database: DatabaseSync;
  readonly conversations: ConversationRows;
  readonly messages: MessageRows;
  readonly path: ActivePath;
  readonly removal: BranchRemoval;
  readonly slices: SlicedWork;
  readonly now: () => number;
}

export function createImportWriter(deps: ImportWriterDeps) {
  const { database, conversations, messages, path, removal, slices, now } = deps;

  /** Returns the original of a Gesso file if this is its library. */
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

  /** @returns its id; a new one stays hidden until {@link end} */
  function conversationOf(pending: PendingImport): string {
    const { known, head } = pending;
    const { title, system, settings, source } = head;
    return (
      known?.id ?? conversations.add({ title, system, ...settings }, createdAtOf(pending), source)
    );
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

  /** Reveals it. Call within a transaction. */
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

  /** Imports a short one. Call within a transaction. */
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

  /** Adds messages in steps while hidden, then reveals them together. */
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
export function* untilStopped<Item>(items: Iterable<Item>, signal: AbortSignal): Generator<Item> {
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
