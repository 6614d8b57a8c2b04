import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageRun } from '../../../shared/contract/language.ts';
import { toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import { JOURNAL } from './run-journal.ts';

/** The answer arrived but cannot be stored. */
export const NOT_SAVED: AppErrorData = {
  kind: 'disk-full',
  message:
    'The disk is full, so this answer is not saved yet. Free some space: Gesso then saves it.',
};

const NOT_WRITTEN: AppErrorData = {
  kind: 'storage',
  message:
    'Gesso can’t write to its library, so this answer is not saved yet. Check the data folder: Gesso then saves it.',
};

/**
 * @param record writes the end in one transaction
 * @param onRefused called once, when the disk first refuses
 * @param closing aborted when Gesso closes, after a last attempt
 * @returns `undefined` if Gesso closed first
 * @throws errors other than the disk's
 */
export async function recordEnd(deps: {
  readonly record: () => LanguageRun;
  readonly onRefused: (error: AppErrorData) => void;
  readonly closing: AbortSignal;
  readonly log: (line: string) => void;
}): Promise<LanguageRun | undefined> {
  for (let attempt = 1; ; attempt++) {
    const isLast = deps.closing.aborted;
    try {
      return deps.record();
    } catch (thrown) {
      const { kind, message } = toAppError(thrown);
      if (kind !== 'disk-full' && kind !== 'storage') throw thrown;
      deps.log(`an answer's end cannot be recorded yet: ${message}`);
      if (attempt === 1) deps.onRefused(kind === 'disk-full' ? NOT_SAVED : NOT_WRITTEN);
    }
    if (isLast) return undefined;
    const wait = Math.min(JOURNAL.longestWait, JOURNAL.firstWait * 2 ** (attempt - 1));
    await sleep(wait, undefined, { signal: deps.closing }).catch(() => undefined);
  }
}
