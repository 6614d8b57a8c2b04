/**
 * Starting a step (jobs and record) and ending it (picture and record) are one transaction each, so
 * that a crash never repeats a call or step.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PAID_AS } from '../../../../shared/recipes/paid-as.ts';
import {
  toAppError,
  type AppErrorData,
  type AppError,
  invalidInput,
} from '../../../../shared/errors/app-error.ts';
import type { FileStep, RunFile, StoredRun } from './run-rows.ts';
import { createStepEnds } from './step-ends.ts';
import { stepBeginning } from './step-beginning.ts';
import { moduleOf } from './steps/modules.ts';
import type { StepBegun } from './steps/step.ts';
import { once } from '../../service/common/once.ts';
import type { RunDeps } from './run-deps.ts';

/** Waiting calls of a run above which nothing more is started. */
export const WAITING_CALLS = 8;

/** Each part of a file is a read and a write of its own. */
const READ_BYTES = 1024 * 1024;

/** `blocked`: the next step has calls, but enough are waiting, or none may be sent. */
type TurnEnd = 'waits' | 'blocked';

export type FileTurns = ReturnType<typeof createFileTurns>;

export function createFileTurns(
  deps: RunDeps & {
    readonly onFailed: (runId: string, error: AppErrorData) => void;
    readonly onDone: (file: RunFile) => void;
    /** Gesso is closing: interrupted local work is repeated at the next start. */
    readonly isClosing: () => boolean;
  },
) {
  const { store, photos, patches, jobs, recipeJobs, folders } = deps;
  const ends = createStepEnds(deps);
  const { jobsOf, isOver, mustGet, endStep } = ends;

  function fail(file: RunFile, step: FileStep | undefined, thrown: unknown): void {
    const error = toAppError(thrown).toData();
    const now = store.file(file.runId, file.position);
    if (now === undefined) return; // The run was removed meanwhile.
    deps.log(`recipe ${file.runId}: a file cannot go on: ${error.kind}`);
    store.endFile(now, step, { state: 'failed', error });
    deps.onFailed(file.runId, error);
  }

  async function takeIn(run: StoredRun, file: RunFile): Promise<void> {
    const steps = run.steps?.length ?? 0;
    const record = (photoId: string, patchIds: readonly string[]) => {
      const before = { photoId, patchIds };
      store.addSteps(file.runId, file.position, steps);
      store.putFile({ ...file, state: 'ready', step: 0, before, photoId, error: undefined });
    };
    if (file.source.from === 'photo') {
      const { photoId } = file.source;
      photos.row(photoId);
      store.transaction(() => record(photoId, patches.appliedIds(photoId)));
      return;
    }
    const path = await folders.pathOf(file);
    const taken = file.source.from === 'path' ? file.source.hash : undefined;
    const hash = createHash('sha256');
    const bytes = createReadStream(path, { highWaterMark: READ_BYTES });
    const { id } = await photos.importOwn(
      taken === undefined ? bytes : hashing(bytes, hash),
      file.name,
      (photoId) => {
        if (taken !== undefined && hash.digest('hex') !== taken) throw replaced(file.name);
        record(photoId, []);
      },
    );
    await photos.ensureThumbnail(id); // Decodes it completely: a damaged file fails here.
  }

  async function carryOut(
    begun: StepBegun,
    run: StoredRun,
    file: RunFile,
    step: FileStep,
    photoId: string,
  ): Promise<void> {
    const patchesBefore = patches.appliedIds(photoId);
    const started: FileStep = { ...step, photoBefore: photoId, patchesBefore };
    switch (begun.is) {
      case 'nothing':
        endStep(file, started, { state: 'skipped', note: begun.note });
        return;
      case 'picture':
        await ends.takePicture(file, started, once(begun.bytes));
        return;
      case 'file':
        await ends.writeFile(run, file, started, begun);
        return;
      case 'calls':
        recipeJobs.start(begun.planned, run.stored, {
          batchId: run.id,
          runId: step.jobRunId,
          record: (jobsStarted) => {
            const joined = jobsStarted.filter(({ joined: isJoined }) => isJoined);
            const joinedJobIds = joined.map(({ job }) => job.id);
            store.putStep({ ...started, state: 'started', joinedJobIds, error: undefined });
            store.putFile({ ...file, state: 'calls', error: undefined });
          },
        });
    }
  }

  /** @returns `undefined` if there is more to do */
  async function advanceOnce(run: StoredRun, file: RunFile): Promise<TurnEnd | undefined> {
    if (file.state === 'waiting') {
      await takeIn(run, file);
      return undefined;
    }
    if (file.state !== 'ready') return 'waits';
    const settings = file.settings[file.step] ?? run.steps?.[file.step];
    const steps = store.steps(file.runId, file.position);
    const step = steps[file.step];
    if (settings === undefined || step === undefined) {
      store.unflushed(() => store.putFile({ ...file, state: 'done' }));
      deps.onDone(file);
      return 'waits';
    }
    if (step.state === 'started' && jobsOf(step).length > 0) {
      if (isOver(step)) await ends.end(settings, file, step);
      else store.putFile({ ...file, state: 'calls' });
      return undefined;
    }
    if (moduleOf(settings).waits?.(settings) === true && file.judgement !== 'accepted') {
      store.putFile({ ...file, state: 'to-judge' });
      return 'waits';
    }
    const hasCalls = PAID_AS[settings.kind] !== undefined;
    if (hasCalls && (run.state !== 'running' || jobs.waitingOfBatch(run.id) >= WAITING_CALLS)) {
      return 'blocked';
    }
    const { photoId } = file;
    if (photoId === undefined) throw new Error('A file of a recipe has begun without a photo.');
    const begun = await stepBeginning(deps, settings, steps, run, file, photoId);
    const now = mustGet(file);
    const isStill = now.state === 'ready' && now.step === file.step;
    const current = store.get(run.id);
    if (!isStill || current === undefined) return undefined;
    // Paused or stopped meanwhile: it starts later.
    if (begun.is === 'calls' && current.state !== 'running') return 'blocked';
    await carryOut(begun, current, now, step, photoId);
    return undefined;
  }

  /** Its calls or last step are over, which is recorded in any state of the run. */
  function isEnding(run: StoredRun, file: RunFile): boolean {
    if (file.state !== 'ready') return false;
    const step = store.steps(file.runId, file.position)[file.step];
    if (step !== undefined) return step.state === 'started' && isOver(step);
    return run.steps !== undefined && file.step >= run.steps.length;
  }

  return {
    jobsOf,
    followCalls: ends.followCalls,
    /** @throws disk errors; everything else is recorded with the file */
    async advance(run: StoredRun, first: RunFile): Promise<TurnEnd> {
      for (;;) {
        const now = store.get(run.id);
        const file = store.file(first.runId, first.position);
        if (now === undefined || file === undefined || deps.isClosing()) return 'waits';
        const mayGoOn =
          now.state === 'running' || file.judgement === 'accepted' || isEnding(now, file);
        if (!mayGoOn && now.state === 'stopped' && file.state === 'ready') {
          store.putFile({ ...file, state: 'stopped' });
        }
        if (!mayGoOn) return 'blocked';
        try {
          const end = await advanceOnce(now, file);
          if (end !== undefined) return end;
        } catch (thrown) {
          if (isOfDatabase(thrown)) throw thrown;
          if (deps.isClosing()) return 'waits';
          const current = store.file(first.runId, first.position);
          if (current === undefined) return 'waits';
          const { kind } = toAppError(thrown);
          if (kind === 'no-connection') {
            // The file has not failed: it continues when its run is resumed.
            deps.onFailed(first.runId, toAppError(thrown).toData());
            return 'blocked';
          }
          const at = store.steps(first.runId, first.position)[current.step];
          fail(current, current.state === 'waiting' ? undefined : at, thrown);
          return 'waits';
        }
      }
    },
  };
}

async function* hashing(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The folder's next scan takes the new content as a new file, so this one must not be paid for. */
function replaced(name: string): AppError {
  return invalidInput(`“${name}” was replaced before its turn. Nothing was sent for this version.`);
}

/** SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN: tried again, nothing is recorded. */
function isOfDatabase(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return false;
  return typeof thrown.errcode === 'number' && [5, 8, 10, 13, 14].includes(thrown.errcode & 0xff);
}
