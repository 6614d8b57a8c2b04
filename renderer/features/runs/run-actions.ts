/**
 * The runs of a screen with a form and results: sending, stopping, running again, removing with
 * undo, selecting.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { StartableRequest } from '../../../shared/contract/job-requests.ts';
import type { CancelledMany, Job, OutputReference } from '../../../shared/contract/jobs.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { createAttempts } from '../../core/backend/attempts.ts';
import { createUndo } from '../../core/backend/undo.ts';
import type { BackendClient } from '../../core/backend/client.ts';
import { chunkJobs, removedUntilError } from '../jobs/chunk-jobs.ts';
import { fetchFile } from '../saving/finish-save.ts';
import { cancelledWords, removedWords } from './run-words.ts';
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import { readError } from '../../core/backend/read-error.ts';
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
type FilesOfRun = (job: Job) => readonly SavedRunFile[];

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

interface RunSaving {
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
async function saveRuns(
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

export interface RunState {
  readonly isSending: boolean;
  readonly error: AppError | undefined;
  /** Ids of selected results, in the order of selection. */
  readonly selected: readonly string[];
  /** Set while files are being saved. */
  readonly saving: RunSaving | undefined;
}

export const NO_RUNS: RunState = {
  isSending: false,
  error: undefined,
  selected: [],
  saving: undefined,
};

const SETS = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a card is selected. All cards ask at each change, and thousands may be selected. */
export function isSelectedIn(selected: readonly string[], jobId: string): boolean {
  const ids = SETS.get(selected) ?? new Set(selected);
  SETS.set(selected, ids);
  return ids.has(jobId);
}

/** Injected by the window, or by a test. */
export interface RunDeps {
  readonly backend: Pick<BackendClient, 'jobs' | 'export'>;
  readonly say: (message: string, tone?: 'done' | 'plain') => void;
  readonly sayUndo: (message: string, undo: () => void) => void;
}

interface RunSpec {
  readonly store: Pick<StoreApi<RunState>, 'getState' | 'setState'>;
  /** The name of a result, such as "clip". */
  readonly noun: string;
  /** Saved together with those of other results. */
  filesOf: FilesOfRun;
  /** The message when the same request is already running. */
  readonly already: string;
  /** The open result, with which a selection starts. */
  openId(): string | undefined;
  /** These were removed; whatever shows them should close. */
  closed(removed: ReadonlySet<string>): void;
}

export type RunActions = ReturnType<typeof createRunActions>;

/** None rejects: errors go into the state. */
export function createRunActions(
  { backend, say, sayUndo }: RunDeps,
  { store, noun, filesOf, already, openId, closed }: RunSpec,
) {
  const attempts = createAttempts(store);
  const { attempt } = attempts;
  const undo = createUndo({ attempt, sayUndo });
  let saving: AbortController | undefined;
  const ofSend = new WeakSet<AppError>();
  const select = (selected: readonly string[]): void => store.setState({ selected });

  function toggled(selected: readonly string[], jobId: string): readonly string[] {
    if (!selected.includes(jobId)) return [...selected, jobId];
    return selected.filter((each) => each !== jobId);
  }

  return {
    ...attempts,
    dismissError: (): void => store.setState({ error: undefined }),
    /**
     * Sends one thing at a time: a second press does nothing.
     * @param obstacle is reported instead of sending
     */
    async send(obstacle: string | undefined, action: () => Promise<void>): Promise<void> {
      if (obstacle !== undefined) say(obstacle);
      if (store.getState().isSending || obstacle !== undefined) return;
      store.setState({ isSending: true });
      await attempt(async () => {
        try {
          await action();
        } catch (thrown) {
          const error = readError(thrown);
          ofSend.add(error);
          throw error;
        }
      });
      store.setState({ isSending: false });
    },
    /** Whether sending failed with this error: another action must not be repeated by sending. */
    isOfSend: (error: AppError): boolean => ofSend.has(error),
    /** Starts one call within `send`. @returns its id @throws AppError */
    async start(request: StartableRequest): Promise<string> {
      const { jobId, joined } = await backend.jobs.start(request);
      if (joined) say(already);
      return jobId;
    },
    /** Each is a paid call. @returns the new ids, in the same order */
    async runAgain(jobIds: readonly string[]): Promise<readonly string[]> {
      const again: string[] = [];
      await attempt(async () => {
        for (const jobId of jobIds) again.push((await backend.jobs.runAgain({ jobId })).jobId);
      });
      return again;
    },
    /** Stops a run that may have been sent and may still be charged. */
    stop: (jobId: string): Promise<void> => attempt(() => backend.jobs.cancel({ jobId })),
    /** Cancels the waiting ones, and reports what that saves. */
    cancelWaiting: (jobIds: readonly string[]): Promise<void> =>
      attempt(async () => {
        const outcomes: CancelledMany[] = [];
        for (const some of chunkJobs(jobIds)) {
          outcomes.push(await backend.jobs.cancelMany({ jobIds: some }));
        }
        say(cancelledWords(outcomes, noun));
      }),
    remove: (jobIds: readonly string[]): Promise<void> =>
      attempt(async () => {
        const removed = await removedUntilError(
          chunkJobs(jobIds),
          (some) => backend.jobs.remove({ jobIds: some }),
          attempts.fail,
        );
        if (removed.length === 0) return;
        const gone = new Set(removed);
        select(store.getState().selected.filter((id) => !gone.has(id)));
        closed(gone);
        undo.offer(removedWords(removed.length, noun), async () => {
          for (const some of chunkJobs(removed)) await backend.jobs.restore({ jobIds: some });
        });
      }),
    /** Adds or removes a result; a new selection starts with the open one. */
    add(jobId: string): void {
      const { selected } = store.getState();
      const open = openId();
      select(toggled(selected.length === 0 && open !== undefined ? [open] : selected, jobId));
    },
    /** Selects from the first selected result, or the open one. @param order of the list */
    selectTo(jobId: string, order: readonly { readonly id: string }[]): void {
      const ids = order.map(({ id }) => id);
      const from = ids.indexOf(store.getState().selected[0] ?? openId() ?? jobId);
      const to = ids.indexOf(jobId);
      if (from < 0 || to < 0) return select([jobId]);
      const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      // the first one stays first, so that the next range starts there, too
      select(from <= to ? range : range.toReversed());
    },
    toggle: (jobId: string): void => select(toggled(store.getState().selected, jobId)),
    /** Adds the missing ones of a group, or removes all of them. */
    toggleAll(jobIds: readonly string[]): void {
      const { selected } = store.getState();
      const others = selected.filter((id) => !jobIds.includes(id));
      select(jobIds.every((id) => selected.includes(id)) ? others : [...others, ...jobIds]);
    },
    select,
    /** Saves the files of these results into a folder that is asked for once. One save at a time. */
    async save(jobs: readonly Job[]): Promise<void> {
      if (saving !== undefined) return;
      const files = jobs.flatMap(filesOf);
      if (files.length === 0) return say('There is nothing to save yet.');
      const { signal } = (saving = new AbortController());
      const follow = (now: RunSaving | undefined): void => store.setState({ saving: now });
      await attempt(async () => {
        const sentence = await saveRuns(files, noun, { backend, fetchFile, follow }, signal);
        if (sentence !== undefined) say(sentence, 'done');
      });
      saving = undefined;
    },
    /** Stops after the current file. */
    stopSaving: (): void => saving?.abort(),
  };
}
