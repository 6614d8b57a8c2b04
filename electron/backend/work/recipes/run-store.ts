import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type {
  Judgement,
  RecipeFileFilter,
  RecipeRunState,
} from '../../../../shared/contract/recipes.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { transaction, unflushed } from '../../library/database.ts';
import { prepareRunStatements } from './run-statements.ts';
import {
  STORED_STATES,
  toFile,
  toRun,
  toStep,
  type RunFileSource,
  type FileStep,
  type RunFile,
  type StoredFileState,
  type StoredRun,
} from './run-rows.ts';
import { skipUnreadable, readRows } from '../../library/unreadable.ts';
import { toColumn } from '../../library/row-values.ts';

export interface NewRunFile {
  readonly name: string;
  readonly folder: string;
  readonly source: RunFileSource;
  readonly byteLength?: number | undefined;
  readonly modifiedAt?: number | undefined;
}

type RunChange = Partial<Omit<StoredRun, 'id' | 'createdAt'>>;

const TO_JUDGE: readonly string[] = ['to-judge', 'done'] satisfies readonly StoredFileState[];

export function isToJudge(state: string): boolean {
  return TO_JUDGE.includes(state);
}

export interface RunCounts {
  readonly states: Readonly<Partial<Record<StoredFileState, number>>>;
  readonly judged: Readonly<Partial<Record<Judgement, number>>>;
  readonly files: number;
  /** Planned calls that have no job yet, of files that have not ended. */
  readonly callsAhead: number;
}

export interface RunCalls {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly underWay: number;
  /** Sent to an account. */
  readonly paid: number;
  /** Without those of practice, 1/10000 USD; `undefined` if unknown. */
  readonly cost: number | undefined;
}

type FileChoice = { readonly filter: RecipeFileFilter } | { readonly positions: readonly number[] };

export type RunStore = ReturnType<typeof createRunStore>;

const STUDIO_RUNS = {
  /** Stay in the list when another one starts. */
  shown: 5,
  /** Hidden, but known by name. */
  kept: 100,
} as const;

interface Shared {
  readonly database: DatabaseSync;
  readonly statements: ReturnType<typeof prepareRunStatements>;
  readonly touch: (runId: string) => void;
  readonly readAll: <Result extends object>(
    rows: readonly Record<string, unknown>[],
    read: (row: Record<string, unknown>) => Result,
  ) => readonly Result[];
}

export function createRunStore(database: DatabaseSync) {
  /** In memory, because a reconnecting window has nothing to compare with. */
  const revisions = new Map<string, number>();
  /** Names of unreadable files offered to a draft; also in memory. */
  const others = new Map<string, Set<string>>();
  const touch = (runId: string) => void revisions.set(runId, (revisions.get(runId) ?? 0) + 1);
  const shared: Shared = {
    database,
    statements: prepareRunStatements(database),
    touch,
    readAll: (rows, read) => readRows(database, 'run of a recipe', rows, read),
  };
  const files = createFileRows(shared);
  const steps = createStepRows(shared);
  const inTransaction = <Result>(work: () => Result): Result =>
    database.isTransaction ? work() : transaction(database, work);

  /** Ends a file with its step, if it has begun one. */
  function endFile(
    file: RunFile,
    step: FileStep | undefined,
    end: { readonly state: 'failed' | 'stopped'; readonly error?: AppErrorData },
  ): void {
    inTransaction(() => {
      if (step !== undefined) steps.putStep({ ...step, ...end });
      files.putFile({ ...file, ...end });
    });
  }

  return {
    ...createRunRows(shared),
    ...files,
    ...steps,
    endFile,
    touch,
    revision: (runId: string): number => revisions.get(runId) ?? 0,
    /** @param places each ends with the file's name; duplicates count once */
    noteOthers(runId: string, places: readonly string[]): void {
      others.set(runId, new Set([...(others.get(runId) ?? []), ...places]));
    },
    others: (runId: string): Iterable<string> => others.get(runId) ?? [],
    /** Runs an action for one run; a failure skips it. */
    attempt: (runId: string, action: () => void): void => {
      skipUnreadable(database, 'run of a recipe', runId, action);
    },
    transaction: inTransaction,
    /** For what the next start finds out again by itself: survives a crash, not a power cut. */
    unflushed: <Result>(work: () => Result): Result => unflushed(database, work),
  };
}

function createRunRows({ statements, touch, readAll }: Shared) {
  function get(runId: string): StoredRun | undefined {
    const row = statements.run.get(runId);
    return row === undefined ? undefined : toRun(row);
  }

  function change(runId: string, changes: RunChange): void {
    const before = get(runId);
    if (before === undefined) return;
    statements.updateRun({ ...before, ...changes });
    touch(runId);
  }

  return {
    get,
    change,
    addDraft(): string {
      const id = randomUUID();
      statements.addRun.run(id, Date.now());
      return id;
    },
    /** Drafts last for one session. @param kept exception */
    removeDrafts: (kept = '') => void statements.removeDrafts.run(kept),
    /** Hides finished runs of the Studio except the newest, and deletes the oldest hidden ones. */
    tidyStudio(): void {
      statements.dismissOld.run(STUDIO_RUNS.shown);
      statements.forgetOld.run(STUDIO_RUNS.kept);
    },
    /** Newest first, without hidden ones. */
    list: (): readonly StoredRun[] => readAll(statements.runs.all(), toRun),
    inState: (state: RecipeRunState): readonly StoredRun[] =>
      readAll(statements.runsInState.all(state), toRun),
    withReadyFiles: (): readonly StoredRun[] => readAll(statements.runsWithReady.all(), toRun),
    putAway: (): readonly StoredRun[] => readAll(statements.runsPutAway.all(), toRun),
    remove: (runId: string) => void statements.removeRun.run(runId),
    counts(runId: string): RunCounts {
      const states: Partial<Record<string, number>> = {};
      const judged: Partial<Record<string, number>> = {};
      let files = 0;
      let callsAhead = 0;
      for (const row of statements.counts.all(runId)) {
        const count = Number(row['count']);
        const state = String(row['state']);
        const judgement = String(row['judgement']);
        states[state] = (states[state] ?? 0) + count;
        if (judgement !== 'none' || isToJudge(state)) {
          judged[judgement] = (judged[judgement] ?? 0) + count;
        }
        files += count;
        callsAhead += Number(row['calls_ahead']);
      }
      return { states, judged, files, callsAhead };
    },
    calls(runId: string): RunCalls {
      const row = statements.calls.get(runId) ?? {};
      const number = (name: string): number => Number(row[name] ?? 0);
      return {
        total: number('total'),
        done: number('done'),
        failed: number('failed'),
        unknown: number('unknown'),
        underWay: number('under_way'),
        paid: number('paid'),
        cost: number('cost_unknown') === 0 ? number('cost') : undefined,
      };
    },
  };
}

function createFileRows({ database, statements, touch, readAll }: Shared) {
  function file(runId: string, position: number): RunFile | undefined {
    const row = statements.file.get(runId, position);
    return row === undefined ? undefined : toFile(row);
  }

  function putFile(changed: RunFile): void {
    statements.updateFile({
      ...changed,
      beforePhotoId: changed.before?.photoId,
      beforePatchIds: changed.before?.patchIds ?? [],
    });
    touch(changed.runId);
  }

  function whereOf(choice: FileChoice): { readonly where: string; readonly value: string } {
    if ('positions' in choice) {
      return {
        where: 'position IN (SELECT value FROM json_each(?2))',
        value: JSON.stringify(choice.positions),
      };
    }
    const { filter } = choice;
    if (filter === 'all') return { where: '?2 = ?2', value: '' };
    if (filter === 'accepted' || filter === 'rejected') {
      return { where: 'judgement = ?2', value: filter };
    }
    if (filter === 'unjudged') {
      return {
        where: `judgement = 'none' AND state IN (SELECT value FROM json_each(?2))`,
        value: JSON.stringify(TO_JUDGE),
      };
    }
    return {
      where: 'state IN (SELECT value FROM json_each(?2))',
      value: JSON.stringify(STORED_STATES[filter]),
    };
  }

  return {
    file,
    putFile,
    addFiles(runId: string, files: readonly NewRunFile[]): number {
      transaction(database, () => {
        let position = Number(statements.nextPosition.get(runId)?.['next'] ?? 0);
        for (const { name, folder, source, byteLength, modifiedAt } of files) {
          statements.addFile.run(
            runId,
            position,
            name,
            folder,
            source.from === 'photo' ? source.photoId : null,
            source.from === 'path' ? source.path : null,
            source.from === 'copy' ? source.copy : null,
            byteLength ?? null,
            modifiedAt ?? null,
            source.from === 'path' ? (source.hash ?? null) : null,
          );
          position += 1;
        }
        touch(runId);
      });
      return files.length;
    },
    dropFiles(runId: string, positions: readonly number[]): readonly RunFile[] {
      return transaction(database, () => {
        touch(runId);
        return readAll(statements.dropFiles.all(runId, JSON.stringify(positions)), toFile);
      });
    },
    moveFiles(from: string, to: string, positions: readonly number[]): void {
      const by = Number(statements.nextPosition.get(to)?.['next'] ?? 0);
      statements.moveFiles.run(to, from, by, JSON.stringify(positions));
      touch(from);
      touch(to);
    },
    files(runId: string, choice: FileChoice, offset = 0, limit = -1): readonly RunFile[] {
      const { where, value } = whereOf(choice);
      return database
        .prepare(
          `SELECT * FROM recipe_files WHERE run_id = ?1 AND ${where} ORDER BY position LIMIT ?3 OFFSET ?4`,
        )
        .all(runId, value, limit, offset)
        .map(toFile);
    },
    countFiles(runId: string, choice: FileChoice): number {
      const { where, value } = whereOf(choice);
      const row = database
        .prepare(`SELECT count(*) AS count FROM recipe_files WHERE run_id = ?1 AND ${where}`)
        .get(runId, value);
      return Number(row?.['count'] ?? 0);
    },
    firstFiles: (runId: string, state: StoredFileState, limit: number): readonly RunFile[] =>
      readAll(statements.firstFiles.all(runId, state, limit), toFile),
    unplanned: (runId: string, recipe: string, limit: number): readonly RunFile[] =>
      readAll(statements.unplanned.all(runId, recipe, limit), toFile),
    plannedFor: (runId: string, recipe: string): readonly RunFile[] =>
      readAll(statements.plannedFor.all(runId, recipe), toFile),
    putPlans(
      plans: readonly {
        readonly file: RunFile;
        readonly recipe: string;
        readonly plan: RunFile['plan'];
        readonly error?: AppErrorData | undefined;
      }[],
    ): void {
      transaction(database, () => {
        for (const { file: of, recipe, plan, error } of plans) {
          statements.putPlan.run(
            toColumn(plan),
            recipe,
            plan?.calls ?? 0,
            error === undefined ? 'waiting' : 'left-out',
            toColumn(error),
            of.runId,
            of.position,
          );
          touch(of.runId);
        }
      });
    },
    endWaiting: (runId: string, state: StoredFileState): number => {
      touch(runId);
      return Number(statements.endWaiting.run(state, runId).changes);
    },
  };
}

function createStepRows({ statements, touch, readAll }: Shared) {
  return {
    steps: (runId: string, position: number): readonly FileStep[] =>
      readAll(statements.steps.all(runId, position), toStep),
    /** One row per step; existing ones stay. */
    addSteps(runId: string, position: number, count: number): void {
      for (let step = 0; step < count; step++) {
        statements.addStep.run(runId, position, step, randomUUID());
      }
    },
    putStep(changed: FileStep): void {
      statements.updateStep(changed);
      touch(changed.runId);
    },
    stepOfJobs(jobRunId: string): FileStep | undefined {
      const row = statements.stepOfJobs.get(jobRunId);
      return row === undefined ? undefined : toStep(row);
    },
    /** Steps that wait for a job of another run. */
    stepsJoining: (jobId: string): readonly FileStep[] =>
      readAll(statements.stepsJoining.all(jobId), toStep),
    /** Steps whose file has a remaining temporary file. */
    stepsWithPart: (): readonly FileStep[] => readAll(statements.stepsWithPart.all(), toStep),
    /** Photos of runs, except faces, that no row refers to. */
    strayPhotos: (): readonly string[] =>
      statements.strayPhotos.all().map((row) => String(row['photo_id'])),
    copies: (): ReadonlySet<string> =>
      new Set(statements.copies.all().map((row) => String(row['copy']))),
    isPhotoUsed: (photoId: string): boolean => statements.photoUsed.get(photoId) !== undefined,
    photosOf: (runId: string, position?: number): readonly string[] =>
      statements.photosOf.all(runId, position ?? null).map((row) => String(row['photo_id'])),
  };
}
