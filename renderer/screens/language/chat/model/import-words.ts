import type { ImportReport } from '../../../../../shared/contract/conversations.ts';
import { count } from '../../../../core/ui/format.ts';

export function describeImport(report: Omit<ImportReport, 'conversationIds'>): string {
  const { conversations, messages, known, skipped } = report;
  const isNew = conversations > 0;
  const sentences = [
    isNew
      ? `Imported ${count(conversations, 'conversation')} with ${count(messages, 'message')}.`
      : '',
    known > 0 ? `${count(known, 'conversation')} ${known === 1 ? 'has' : 'have'} nothing new.` : '',
    !isNew && known === 0 ? 'Nothing was imported.' : '',
    ...skipped.map(({ reason, count: times }) =>
      times === 1 ? reason : `${reason.replace(/\.$/u, '')} (${times} times).`,
    ),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
