import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type {
  Judgement,
  RecipeFileFilter,
  RecipeRunState,
} from '../../../../shared/contract/recipes.ts';
import { invalidInput, notFound, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { transaction, unflushed } from '../../library/database.ts';
import {
  storedStates,
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
import { IS_PAID } from '../../library/practice-id.ts';
import { createSql, sqlPart, type Row } from '../../library/row-values.ts';

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
  readonly sql: ReturnType<typeof createSql>;
  readonly touch: (runId: string) => void;
}

/** Skips unreadable rows. */
const reader =
  <Result extends object>(database: DatabaseSync, read: (row: Row) => Result) =>
  (rows: readonly Row[]): readonly Result[] =>
    readRows(database, 'run of a recipe', rows, read);

const optional = <Result>(row: Row | undefined, read: (row: Row) => Result) => row && read(row);

export function createRunStore(database: DatabaseSync) {
  /** In memory, because a reconnecting window has nothing to compare with. */
  const revisions = new Map<string, number>();
  /** Names of unreadable files offered to a draft; also in memory. */
  const others = new Map<string, Set<string>>();
  const touch = (runId: string) => void revisions.set(runId, (revisions.get(runId) ?? 0) + 1);
  const shared: Shared = { database, sql: createSql(database), touch };
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
    attempt: (runId: string, action: () => void): void =>
      skipUnreadable(database, 'run of a recipe', runId, action),
    transaction: inTransaction,
    /** For what the next start finds out again by itself: survives a crash, not a power cut. */
    unflushed: <Result>(work: () => Result): Result => unflushed(database, work),
  };
}

function createRunRows({ database, sql, touch }: Shared) {
  const runs = reader(database, toRun);

  const get = (runId: string): StoredRun | undefined =>
    optional(sql.get`SELECT * FROM recipe_runs WHERE id = ${runId}`, toRun);

  function mustGet(runId: string): StoredRun {
    const run = get(runId);
    if (run !== undefined) return run;
    throw notFound('This run of a recipe is no longer in the list.');
  }

  function change(runId: string, changes: RunChange): void {
    sql.update('recipe_runs', { id: runId }, changes);
    touch(runId);
  }

  return {
    get,
    /** @throws AppError `not-found` */
    mustGet,
    /** @throws AppError `not-found`, `invalid-input` for a run that has begun */
    mustBeDraft(runId: string): void {
      if (mustGet(runId).state !== 'draft') throw invalidInput('This run has already begun.');
    },
    change,
    addDraft(): string {
      const id = randomUUID();
      sql.run`INSERT INTO recipe_runs (id, state, name, created_at)
        VALUES (${id}, 'draft', '', ${Date.now()})`;
      return id;
    },
    /** Drafts last for one session. @param kept exception */
    removeDrafts: (kept = '') =>
      void sql.run`DELETE FROM recipe_runs WHERE state = 'draft' AND id <> ${kept}`,
    /** Hides finished runs of the Studio except the newest, and deletes the oldest hidden ones. */
    tidyStudio(): void {
      sql.run`UPDATE recipe_runs SET is_dismissed = 1 WHERE is_of_studio = 1
          AND ended_at IS NOT NULL AND id NOT IN (
          SELECT id FROM recipe_runs WHERE is_of_studio = 1 AND ended_at IS NOT NULL
          ORDER BY created_at DESC LIMIT ${STUDIO_RUNS.shown})`;
      sql.run`DELETE FROM recipe_runs WHERE is_dismissed = 1 AND is_of_studio = 1 AND id NOT IN (
          SELECT id FROM recipe_runs WHERE is_dismissed = 1 AND is_of_studio = 1
          ORDER BY created_at DESC LIMIT ${STUDIO_RUNS.kept})`;
    },
    /** Newest first, without hidden ones. */
    list: (): readonly StoredRun[] =>
      runs(sql.all`SELECT * FROM recipe_runs
        WHERE state <> 'draft' AND is_dismissed = 0 ORDER BY created_at DESC, rowid DESC`),
    inState: (state: RecipeRunState): readonly StoredRun[] =>
      runs(sql.all`SELECT * FROM recipe_runs WHERE state = ${state} ORDER BY created_at, rowid`),
    withReadyFiles: (): readonly StoredRun[] =>
      runs(sql.all`SELECT * FROM recipe_runs
        WHERE state IN ('paused', 'tried', 'stopped', 'done') AND EXISTS (
          SELECT 1 FROM recipe_files WHERE run_id = recipe_runs.id
            AND recipe_files.state = 'ready')
        ORDER BY created_at, rowid`),
    putAway: (): readonly StoredRun[] =>
      runs(sql.all`SELECT * FROM recipe_runs WHERE is_dismissed = 1 AND is_of_studio = 0`),
    remove: (runId: string) => void sql.run`DELETE FROM recipe_runs WHERE id = ${runId}`,
    /** `callsAhead`: planned calls that have no job yet, of files that have not ended. */
    counts(runId: string) {
      const states: Partial<Record<StoredFileState, number>> = {};
      const judged: Partial<Record<Judgement, number>> = {};
      let files = 0;
      let callsAhead = 0;
      const rows = sql.all`SELECT state, judgement, count(*) AS count,
        sum(CASE WHEN state = 'waiting' THEN planned_calls
          WHEN state IN ('ready', 'calls') AND judgement = 'none' THEN max(0, planned_calls - (
              SELECT count(*) FROM recipe_steps AS step
              JOIN jobs ON jobs.run_id = step.job_run_id AND is_repeated = 0
              WHERE step.run_id = file.run_id AND step.position = file.position))
          ELSE 0 END) AS calls_ahead
        FROM recipe_files AS file WHERE run_id = ${runId} GROUP BY state, judgement`;
      for (const row of rows) {
        const count = Number(row['count']);
        const state = row['state'] as StoredFileState;
        const judgement = row['judgement'] as Judgement;
        states[state] = (states[state] ?? 0) + count;
        if (judgement !== 'none' || isToJudge(state)) {
          judged[judgement] = (judged[judgement] ?? 0) + count;
        }
        files += count;
        callsAhead += Number(row['calls_ahead']);
      }
      return { states, judged, files, callsAhead };
    },
    /** `paid`: calls sent to an account; `cost`: theirs, 1/10000 USD, `undefined` if unknown. */
    calls(runId: string) {
      const row =
        sql.get`SELECT sum(is_repeated = 0) AS total,
          sum(is_repeated = 0 AND state = 'done') AS done,
          sum(is_repeated = 0 AND state IN ('failed', 'unknown', 'expired')) AS failed,
          sum(is_repeated = 0 AND state = 'unknown') AS unknown,
          sum(state IN ('submitting', 'queued', 'processing', 'downloading')) AS under_way,
          sum(submitted_at IS NOT NULL AND ${IS_PAID}) AS paid,
          sum(CASE WHEN submitted_at IS NOT NULL AND ${IS_PAID} THEN price ELSE 0 END) AS cost,
          sum(submitted_at IS NOT NULL AND ${IS_PAID} AND price IS NULL) AS cost_unknown
          FROM jobs WHERE batch_id = ${runId}` ?? {};
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

function createFileRows({ database, sql, touch }: Shared) {
  const rowsOf = reader(database, toFile);

  const file = (runId: string, position: number): RunFile | undefined =>
    optional(
      sql.get`SELECT * FROM recipe_files WHERE run_id = ${runId} AND position = ${position}`,
      toFile,
    );

  function putFile(changed: RunFile): void {
    const { runId, position, state, step, judgement, before, photoId, settings, error } = changed;
    const { photoId: beforePhotoId, patchIds: beforePatchIds = [] } = before ?? {};
    const picture = { photoId, beforePhotoId, beforePatchIds };
    const fields = { ...picture, state, step, judgement, settings, error };
    sql.update('recipe_files', { runId, position }, fields);
    touch(runId);
  }

  function chosenBy(choice: FileChoice) {
    const isListed = (states: readonly string[]) =>
      sqlPart`state IN (SELECT value FROM json_each(${states}))`;
    if ('positions' in choice) {
      return sqlPart`position IN (SELECT value FROM json_each(${choice.positions}))`;
    }
    const { filter } = choice;
    if (filter === 'all') return sqlPart`TRUE`;
    if (filter === 'accepted' || filter === 'rejected') return sqlPart`judgement = ${filter}`;
    if (filter === 'unjudged') return sqlPart`judgement = 'none' AND ${isListed(TO_JUDGE)}`;
    return isListed(storedStates(filter));
  }

  const nextPosition = (runId: string): number =>
    Number(sql.value`SELECT max(position) + 1 FROM recipe_files WHERE run_id = ${runId}` ?? 0);

  return {
    file,
    putFile,
    addFiles(runId: string, files: readonly NewRunFile[]): void {
      transaction(database, () => {
        let position = nextPosition(runId);
        for (const { name, folder, source, byteLength, modifiedAt } of files) {
          sql.insert('recipe_files', {
            runId,
            position,
            name,
            folder,
            sourcePhotoId: source.from === 'photo' ? source.photoId : null,
            path: source.from === 'path' ? source.path : null,
            copy: source.from === 'copy' ? source.copy : null,
            byteLength,
            modifiedAt,
            hash: source.from === 'path' ? (source.hash ?? null) : null,
            state: 'waiting',
          });
          position += 1;
        }
        touch(runId);
      });
    },
    dropFiles(runId: string, positions: readonly number[]): readonly RunFile[] {
      return transaction(database, () => {
        touch(runId);
        return rowsOf(sql.all`DELETE FROM recipe_files WHERE run_id = ${runId}
            AND position IN (SELECT value FROM json_each(${positions}))
          RETURNING *`);
      });
    },
    moveFiles(from: string, to: string, positions: readonly number[]): void {
      const by = nextPosition(to);
      sql.run`UPDATE recipe_files SET run_id = ${to}, position = position + ${by}
        WHERE run_id = ${from}
          AND position IN (SELECT value FROM json_each(${positions}))`;
      touch(from);
      touch(to);
    },
    files(runId: string, choice: FileChoice, offset = 0, limit = -1): readonly RunFile[] {
      return sql.all`SELECT * FROM recipe_files WHERE run_id = ${runId} AND ${chosenBy(choice)}
        ORDER BY position LIMIT ${limit} OFFSET ${offset}`.map(toFile);
    },
    countFiles: (runId: string, choice: FileChoice): number =>
      Number(
        sql.value`SELECT count(*) FROM recipe_files WHERE run_id = ${runId} AND ${chosenBy(choice)}`,
      ),
    firstFiles: (runId: string, state: StoredFileState, limit: number): readonly RunFile[] =>
      rowsOf(sql.all`SELECT * FROM recipe_files WHERE run_id = ${runId} AND state = ${state}
        ORDER BY position LIMIT ${limit}`),
    unplanned: (runId: string, recipe: string, limit: number): readonly RunFile[] =>
      rowsOf(sql.all`SELECT * FROM recipe_files WHERE run_id = ${runId}
          AND planned_for IS NOT ${recipe} ORDER BY position LIMIT ${limit}`),
    plannedFor: (runId: string, recipe: string): readonly RunFile[] =>
      rowsOf(sql.all`SELECT * FROM recipe_files WHERE run_id = ${runId}
          AND planned_for = ${recipe} ORDER BY position`),
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
          sql.run`UPDATE recipe_files SET plan = ${plan}, planned_for = ${recipe},
            planned_calls = ${plan?.calls ?? 0},
            state = ${error === undefined ? 'waiting' : 'left-out'}, error = ${error}
            WHERE run_id = ${of.runId} AND position = ${of.position}
              AND state IN ('waiting', 'left-out')`;
          touch(of.runId);
        }
      });
    },
    stopWaiting(runId: string): void {
      sql.run`UPDATE recipe_files SET state = 'stopped' WHERE run_id = ${runId}
          AND state = 'waiting'`;
      touch(runId);
    },
  };
}

function createStepRows({ database, sql, touch }: Shared) {
  const rowsOf = reader(database, toStep);

  return {
    steps: (runId: string, position: number): readonly FileStep[] =>
      rowsOf(sql.all`SELECT * FROM recipe_steps WHERE run_id = ${runId}
          AND position = ${position} ORDER BY step`),
    /** One row per step; existing ones stay. */
    addSteps(runId: string, position: number, count: number): void {
      for (let step = 0; step < count; step++) {
        sql.run`INSERT INTO recipe_steps (run_id, position, step, state, job_run_id)
          VALUES (${runId}, ${position}, ${step}, 'waiting', ${randomUUID()})
          ON CONFLICT DO NOTHING`;
      }
    },
    putStep(changed: FileStep): void {
      const { runId, position, step, ...fields } = changed;
      sql.update('recipe_steps', { runId, position, step }, fields);
      touch(runId);
    },
    stepOfJobs: (jobRunId: string): FileStep | undefined =>
      optional(sql.get`SELECT * FROM recipe_steps WHERE job_run_id = ${jobRunId}`, toStep),
    /** Steps that wait for a job of another run. */
    stepsJoining: (jobId: string): readonly FileStep[] =>
      rowsOf(sql.all`SELECT * FROM recipe_steps WHERE state = 'started' AND joined_job_ids <> '[]'
          AND EXISTS (
          SELECT 1 FROM json_each(joined_job_ids) AS joined WHERE joined.value = ${jobId})`),
    /** Steps whose file has a remaining temporary file. */
    stepsWithPart: (): readonly FileStep[] =>
      rowsOf(sql.all`SELECT * FROM recipe_steps
        WHERE output IS NOT NULL AND output ->> 'part' IS NOT NULL`),
    /** Photos of runs, except faces, that no row refers to. */
    strayPhotos: (): readonly string[] =>
      sql.texts`SELECT photo_id FROM photo_purposes AS made WHERE purpose = 'recipe'
          AND NOT EXISTS (SELECT 1 FROM photo_purposes WHERE photo_id = made.photo_id
            AND purpose <> 'recipe')
          AND NOT EXISTS (SELECT 1 FROM recipe_files WHERE photo_id = made.photo_id)
          AND NOT EXISTS (SELECT 1 FROM recipe_files WHERE before_photo_id = made.photo_id)
          AND NOT EXISTS (SELECT 1 FROM recipe_steps WHERE photo_after = made.photo_id)
          AND NOT EXISTS (SELECT 1 FROM recipe_faces WHERE photo_id = made.photo_id)`,
    copies: (): ReadonlySet<string> =>
      new Set(sql.texts`SELECT copy FROM recipe_files WHERE copy IS NOT NULL`),
    isPhotoUsed: (photoId: string): boolean =>
      sql.get`SELECT 1 FROM recipe_files
        WHERE photo_id = ${photoId} OR before_photo_id = ${photoId}
        UNION SELECT 1 FROM recipe_steps WHERE photo_after = ${photoId}
        UNION SELECT 1 FROM recipe_faces WHERE photo_id = ${photoId}` !== undefined,
    photosOf: (runId: string, position?: number): readonly string[] =>
      sql.texts`SELECT photo_id FROM (
          SELECT run_id, position, before_photo_id AS photo_id FROM recipe_files
          UNION SELECT run_id, position, photo_id FROM recipe_files
          UNION SELECT run_id, position, photo_before FROM recipe_steps
          UNION SELECT run_id, position, photo_after FROM recipe_steps)
        WHERE run_id = ${runId} AND position = coalesce(${position}, position)
          AND photo_id IS NOT NULL
        GROUP BY photo_id`,
  };
}
