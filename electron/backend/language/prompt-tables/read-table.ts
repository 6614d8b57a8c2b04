import type { ReadTable } from '../../../../shared/contract/prompt-tables.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import type { TableEnd, TablePart } from './table-parts.ts';

/** Transfers the bytes of a file. @throws AppError `invalid-input`, `too-large`, `cancelled` */
export async function readTable(
  thread: ReadingThread,
  text: string | ReadingSource,
  signal: AbortSignal,
): Promise<ReadTable> {
  const source = typeof text === 'string' ? { bytes: new TextEncoder().encode(text) } : text;
  const parts = thread.read<TablePart, TableEnd>('table', source, signal);
  const rows: TablePart[number][] = [];
  for (;;) {
    const { done, value } = await parts.next();
    if (done === true) return { ...value, rows };
    for (const row of value) rows.push(row);
  }
}
