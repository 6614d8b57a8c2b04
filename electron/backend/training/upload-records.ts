/** The end of an upload on the disk: its row, and the copy that is no longer needed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { TrainingFiles } from './training-files.ts';
import type { TrainingChange } from './training-rows.ts';
import type { TrainingStore } from './training-store.ts';

/** Numbers of this module, ms. */
const RECORDS = {
  /** Wait before the end of an upload that could not be recorded (a full disk) is tried again. */
  recordAgain: 1000,
} as const;

export interface UploadRecords {
  /** The end of an upload must get into its row, even if the disk is full for a while. */
  record(id: number, change: TrainingChange): Promise<void>;
  /** An uploaded copy is no longer needed; one that cannot be removed goes at the next start. */
  forgetCopy(id: number): Promise<void>;
}

export function createUploadRecords(parts: {
  readonly store: TrainingStore;
  readonly files: Pick<TrainingFiles, 'forget'>;
  readonly log: (line: string) => void;
  /** Aborted when Gesso closes: the next start takes the row up as it is. */
  readonly closing: AbortSignal;
}): UploadRecords {
  const { store, files, closing } = parts;

  async function record(id: number, change: TrainingChange): Promise<void> {
    for (;;) {
      try {
        // after a power cut the row says `finishing`: not sent again, its asset id kept
        store.note(id, change);
        return;
      } catch (error) {
        parts.log(`training: an end cannot be recorded yet: ${toAppError(error).message}`);
      }
      await sleep(RECORDS.recordAgain, undefined, { signal: closing }).catch(() => undefined);
      if (closing.aborted) return;
    }
  }

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
