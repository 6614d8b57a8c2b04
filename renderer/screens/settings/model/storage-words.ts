/** The sentences and rows of the section about storage. */
import type { LibraryUsage } from '../../../../shared/contract/library.ts';
import { count, formatBytes } from '../../../base/ui/format.ts';

/** One line of the list. */
export interface StorageRow {
  readonly name: string;
  readonly bytes: number;
  /** It is a part of the line above. */
  readonly isPart?: boolean;
}

export function storageRows(usage: LibraryUsage): readonly StorageRow[] {
  const { photoBytes, resultBytes, hiddenResultBytes, otherBytes } = usage;
  return [
    { name: 'Photos', bytes: photoBytes },
    { name: `Results (${usage.resultCount})`, bytes: resultBytes },
    {
      name: `Hidden (${usage.hiddenResultCount})`,
      bytes: hiddenResultBytes,
      isPart: true,
    },
    { name: 'Other files', bytes: otherBytes },
    { name: 'Total', bytes: photoBytes + resultBytes + otherBytes },
  ];
}

/** @param megabytes the limit */
export function limitSentence(megabytes: number): string {
  return `When results take more than ${formatBytes(megabytes * 1_000_000)}, Gesso permanently removes hidden ones, oldest first. They can’t be shown, restored by undo or used as saved results again. Visible results always stay.`;
}

export function hiddenSentence({ hiddenResultCount, hiddenResultBytes }: LibraryUsage): string {
  if (hiddenResultCount === 0) return 'No hidden results.';
  return `You can remove ${count(hiddenResultCount, 'hidden or deleted result')} (${formatBytes(hiddenResultBytes)}) across all photos.`;
}
