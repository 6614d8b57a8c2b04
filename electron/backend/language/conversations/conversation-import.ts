/**
 * Imports conversations from a file. Importing twice changes nothing; a longer file adds its rest.
 */
import type { ImportReport, ImportStep } from '../../../../shared/contract/conversations.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import type { ConversationPart, Skipped } from './conversation-reader.ts';
import { createPauses } from './pauses.ts';
import {
  createImportWriter,
  untilStopped,
  type ImportedConversation,
  type PendingImport,
  type ImportWriterDeps,
} from './import-writer.ts';

/** Conversations that the report lists. */
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

/** @param count new or extended conversations */
function stopped(count: number): AppError {
  const kept =
    count === 0
      ? 'Nothing was imported.'
      : `${count === 1 ? 'One conversation was' : `${formatNumber(count)} conversations were`} imported as a whole. Select the file again to import the rest.`;
  return new AppError('cancelled', `The import was stopped. ${kept}`, {
    details: { conversations: count },
  });
}
