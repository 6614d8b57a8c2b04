import type { LibraryUsage } from '../../../../shared/contract/library.ts';
import type { CleanedKind, StorageKind, StorageWork } from '../../../../shared/contract/storage.ts';
import { count, formatBytes } from '../../../core/ui/format.ts';

export const KIND_NAMES: Readonly<Record<StorageKind, string>> = {
  photos: 'Photos',
  results: 'Results',
  clips: 'Clips',
  enlargements: 'Enlargements',
  training: 'Training copies',
  conversations: 'Conversations',
  bills: 'Bills',
  caches: 'Caches',
  backups: 'Automatic backups',
  other: 'Other',
};

interface CleanUpWords {
  readonly noun: string;
  readonly goes: string;
  /** Label of the checkbox for files whose only copy would be deleted. */
  readonly onlyHere: string;
  readonly stays: string;
  readonly whyNone: string;
  readonly canUndo: boolean;
}

export const CLEAN_UP_WORDS: Readonly<Record<CleanedKind, CleanUpWords>> = {
  photos: {
    noun: 'photo',
    goes: 'saved since their last result',
    onlyHere: 'not saved since their last result',
    stays: 'Open photos stay, and so do those that other screens use. Your own files stay.',
    whyNone: 'Open or in use',
    canUndo: false,
  },
  clips: {
    noun: 'run',
    goes: 'with all their clips saved',
    onlyHere: 'with clips that were not saved to a file',
    stays: 'Runs with stars stay, and so do running ones.',
    whyNone: 'Starred or running',
    canUndo: true,
  },
  enlargements: {
    noun: 'run',
    goes: 'with all their pictures saved',
    onlyHere: 'with pictures that were not saved to a file',
    stays: 'Runs with stars stay, and so do running ones.',
    whyNone: 'Starred or running',
    canUndo: true,
  },
  conversations: {
    noun: 'conversation',
    goes: '',
    onlyHere: 'not changed for 90 days; Gesso does not know which you have exported',
    stays: 'Pinned and newer conversations stay.',
    whyNone: 'Pinned or recent',
    canUndo: true,
  },
  bills: {
    noun: 'bill part',
    goes: '',
    onlyHere: 'of connections that you have removed; they can’t be read again',
    stays: 'Bills of your connections stay.',
    whyNone: 'In use',
    canUndo: false,
  },
  caches: {
    noun: 'file',
    goes: 'that Gesso makes again when it needs them',
    onlyHere: '',
    stays: '',
    whyNone: 'In use',
    canUndo: false,
  },
  backups: {
    noun: 'backup',
    goes: 'older than the newest one and the newest checked one',
    onlyHere: 'from before a restore, a damage or a newer version of Gesso',
    stays: 'The newest backup stays.',
    whyNone: 'The newest stays',
    canUndo: false,
  },
};

export function cleanUpLine(number: number, noun: string, which: string): string {
  return `${count(number, noun)} ${which}`;
}

const WORK_NAMES: Readonly<Record<StorageWork['kind'], readonly [string, string]>> = {
  'back-up': ['Backing up', 'The backup is complete.'],
  restore: ['Restoring', 'The backup is unpacked and checked.'],
  move: ['Copying the library', 'The library is copied and checked.'],
};

export function workSentence({ kind, state, done, total }: StorageWork): string {
  const [during, after] = WORK_NAMES[kind];
  if (state === 'done') return after;
  if (state === 'stopped') return `${during} was stopped. Nothing was changed.`;
  return `${during}: ${formatBytes(done)} of ${formatBytes(total)}`;
}

export function accountsSentence({ accounts = [] }: StorageWork): string | undefined {
  if (accounts.length === 0) return undefined;
  const each = accounts.map(({ name, addresses }) => `“${name}” (${addresses.join(', through ')})`);
  return `The backup brings ${accounts.length === 1 ? 'this account' : 'these accounts'}: ${each.join(', ')}. Gesso asks for the key of an account whose address has changed.`;
}

/** Sentences about the work of the next start. */
export const ORDER_SENTENCES = {
  move: 'The move is finished when Gesso starts again. Until then the library stays where it is.',
  use: 'Gesso opens the other library at the next start. The current one stays in the list below.',
  backup: 'The backup replaces the library at the next start.',
} as const;

export function limitSentence(megabytes: number): string {
  return `When results take more than ${formatBytes(megabytes * 1_000_000)}, Gesso permanently removes hidden ones, oldest first. They can’t be shown, restored by undo or used as saved results again. Visible results always stay.`;
}

export function hiddenSentence({ hiddenResultCount, hiddenResultBytes }: LibraryUsage): string {
  if (hiddenResultCount === 0) return 'No hidden results.';
  return `You can remove ${count(hiddenResultCount, 'hidden or deleted result')} (${formatBytes(hiddenResultBytes)}) across all photos.`;
}
