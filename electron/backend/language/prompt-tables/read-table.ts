/** Reads a table from CSV or TSV. */
import type { ReadTable } from '../../../../shared/contract/prompt-tables.ts';
import type { ReadingThread } from '../reading/read-in-thread.ts';
import type { TableEnd, TablePart } from './table-parts.ts';

/**
 * @param text a string, or the bytes of a file, which may be gone afterwards
 * @throws AppError `invalid-input`, `too-large`, `cancelled`
 */
export async function readTable(
  thread: ReadingThread,
  text: string | Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<ReadTable> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const parts = thread.read<TablePart, TableEnd>('table', { bytes }, signal);
  const rows: TablePart[number][] = [];
  for (;;) {
    const { done, value } = await parts.next();
    if (done === true) return { ...value, rows };
    for (const row of value) rows.push(row);
  }
}
