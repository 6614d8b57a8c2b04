/** Saves results one after another into a folder that is asked for once. */
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import type { Job, OutputReference } from '../../../shared/contract/jobs.ts';
import { readError } from '../../core/backend/read-error.ts';
import type { BackendClient } from '../../core/backend/client.ts';
import { count } from '../../core/ui/format.ts';

interface SavedRunFile {
  /** For the message if it could not be saved. */
  readonly title: string;
  /** @param into the chosen folder, if any @throws AppError */
  save(into: Into): Promise<SaveOutcome>;
}

/** The folder, by its name at the backend. */
interface Into {
  readonly into?: string;
}

/** The files that are saved with those of other results; may be none. */
export type FilesOfRun = (job: Job) => readonly SavedRunFile[];

/** The first file of a result, if any. @param save saves it as shown */
export function firstFile(
  job: Job,
  save: (output: OutputReference, into: Into) => Promise<SaveOutcome>,
): readonly SavedRunFile[] {
  return job.outputs.slice(0, 1).map(({ id: output }) => ({
    title: job.title,
    save: (into) => save({ jobId: job.id, output }, into),
  }));
}

export interface RunSaving {
  /** Finished files, saved or not. */
  readonly done: number;
  readonly total: number;
}

interface SaveRunsDeps {
  readonly backend: Pick<BackendClient, 'export'>;
  /** Downloads a file that the host has not written. */
  readonly fetchFile: (outcome: SaveOutcome) => void;
  /** Called before each file, and with `undefined` at the end. */
  readonly follow: (saving: RunSaving | undefined) => void;
}

/**
 * Continues after a failed file.
 * @param noun of a file, such as "clip"
 * @param signal stops between two files
 * @returns a sentence about what was saved; `undefined` if the user cancelled before the first file
 * @throws AppError if no folder could be asked for, or no file was saved
 */
export async function saveRuns(
  files: readonly SavedRunFile[],
  noun: string,
  { backend, fetchFile, follow }: SaveRunsDeps,
  signal: AbortSignal,
): Promise<string | undefined> {
  const folder = await backend.export.folderForMany();
  if (folder.kind === 'cancelled') return undefined;
  const into = folder.into === undefined ? {} : { into: folder.into };
  const failures: { readonly title: string; readonly thrown: unknown }[] = [];
  let saved = 0;
  try {
    for (const [done, file] of files.entries()) {
      if (signal.aborted) break;
      follow({ done, total: files.length });
      try {
        const outcome = await file.save(into);
        fetchFile(outcome);
        if (outcome.kind !== 'cancelled') saved += 1;
      } catch (thrown) {
        failures.push({ title: file.title, thrown });
      }
    }
  } finally {
    follow(undefined);
  }
  const [first] = failures;
  if (first === undefined) return `Saved ${count(saved, noun)}.`;
  if (saved === 0) throw first.thrown;
  return `Saved ${saved} of ${count(files.length, noun)}. “${first.title}” is not among them: ${readError(first.thrown).message}`;
}
