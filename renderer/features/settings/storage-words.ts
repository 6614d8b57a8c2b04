/** What the section about storage says. */
import type { LibraryUsage } from '../../../shared/contract/library.ts';
import { formatBytes } from '../../ui/format.ts';

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
      name: `of these hidden (${usage.hiddenResultCount})`,
      bytes: hiddenResultBytes,
      isPart: true,
    },
    { name: 'Other files', bytes: otherBytes },
    { name: 'All', bytes: photoBytes + resultBytes + otherBytes },
  ];
}

/** @param megabytes the limit */
export function limitSentence(megabytes: number): string {
  return `When results take more than ${formatBytes(megabytes * 1_000_000)}, hidden ones are removed for good, the oldest first: they cannot be shown, undone or used again without paying. What is shown always stays.`;
}

export function hiddenSentence({ hiddenResultCount, hiddenResultBytes }: LibraryUsage): string {
  if (hiddenResultCount === 0) return 'No result is hidden.';
  const results =
    hiddenResultCount === 1 ? '1 hidden result' : `${hiddenResultCount} hidden results`;
  return `${results} of all photos, deleted ones among them, can be removed: ${formatBytes(hiddenResultBytes)}.`;
}
