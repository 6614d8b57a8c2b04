import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { TrainingFiles } from './training-files.ts';
import type { TrainingChange } from './training-rows.ts';
import type { TrainingStore } from './training-store.ts';

/** ms. */
const RECORDS = {
  /** Delay before recording is retried (full disk). */
  recordAgain: 1000,
} as const;

export function createUploadRecords(parts: {
  readonly store: TrainingStore;
  readonly files: Pick<TrainingFiles, 'forget'>;
  readonly log: (line: string) => void;
  /** Aborted when Gesso closes: the next start resumes the row. */
  readonly closing: AbortSignal;
}) {
  const { store, files, closing } = parts;

  /** Retries, even if the disk is full for a while. */
  async function record(id: number, change: TrainingChange): Promise<void> {
    for (;;) {
      try {
        // After a power cut the row says `finishing`: it is not sent again, and its asset id is
        // kept.
        store.note(id, change);
        return;
      } catch (error) {
        parts.log(`training: an end cannot be recorded yet: ${toAppError(error).message}`);
      }
      await sleep(RECORDS.recordAgain, undefined, { signal: closing }).catch(() => undefined);
      if (closing.aborted) return;
    }
  }

  /** Deletes the uploaded copy; if that fails, at the next start. */
  async function forgetCopy(id: number): Promise<void> {
    const row = store.get(id);
    if (row === undefined) return;
    store.shareAsset(row);
    if (row.copy === null) return;
    await files.forget(row.copy).then(
      () => store.note(id, { copy: null }),
      (error: unknown) => parts.log(`training: a copy stays: ${toAppError(error).message}`),
    );
  }

  return { record, forgetCopy };
}
