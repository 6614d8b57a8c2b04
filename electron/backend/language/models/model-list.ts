/** Keeps lists of models on disk with the user's marks, and refreshes them in the background. */
import type { DatabaseSync } from 'node:sqlite';
import type { Model } from '../../../../shared/api/models.ts';
import { modelSchema } from '../../../../shared/contract/language.ts';
import type { KeptModel, ModelList } from '../../../../shared/contract/models.ts';
import { AppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { learnedRatio } from '../../../../shared/language/estimate.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import { transaction } from '../../library/database.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { Changes } from '../../service/common/changes.ts';
import { os } from '../../service/common/procedures.ts';
import type { ModelFacts } from '../language-runs.ts';
import {
  createSql,
  createRowReader,
  optionalNumber,
  storedList,
  toBoolean,
} from '../../library/row-values.ts';

const toMarks = createRowReader({
  isFavourite: toBoolean,
  isDefault: toBoolean,
  takesPictures: toBoolean,
  lastUsedAt: optionalNumber,
  tokenRatio: Number,
});

function createModelRows(database: DatabaseSync) {
  const sql = createSql(database);

  const mark = (connectionId: string, model: string, fields: Record<string, number | boolean>) =>
    void sql.upsert('model_marks', { connectionId, model }, fields);

  return {
    list(id: string): { readonly models: string; readonly refreshedAt: number } | undefined {
      const row = sql.get`SELECT models, refreshed_at FROM model_lists WHERE connection_id = ${id}`;
      if (row === undefined) return undefined;
      return { models: String(row['models']), refreshedAt: Number(row['refreshed_at']) };
    },
    put: (id: string, models: string, at: number) =>
      void sql.upsert('model_lists', { connectionId: id }, { models, refreshedAt: at }),
    marks(id: string) {
      return new Map(
        sql.all`SELECT * FROM model_marks WHERE connection_id = ${id}`.map((row) => [
          String(row['model']),
          toMarks(row),
        ]),
      );
    },
    mark(
      id: string,
      model: string,
      change: {
        readonly isFavourite?: boolean | undefined;
        readonly isDefault?: boolean | undefined;
        readonly takesPictures?: boolean | undefined;
      },
    ) {
      transaction(database, () => {
        if (change.isDefault !== undefined)
          sql.run`UPDATE model_marks SET is_default = 0 WHERE connection_id = ${id}`;
        for (const [name, value] of Object.entries(change)) {
          if (value !== undefined) mark(id, model, { [name]: value });
        }
      });
    },
    used: (id: string, model: string, lastUsedAt: number) => mark(id, model, { lastUsedAt }),
    learn: (id: string, model: string, tokenRatio: number) => mark(id, model, { tokenRatio }),
  };
}

/** ms. */
const MODELS = {
  /** An older list is refreshed. */
  stale: 3_600_000,
  /** Least delay after a failure in the background. */
  pause: 30_000,
} as const;

export type ModelLists = ReturnType<typeof createModelLists>;

export function createModelLists(deps: {
  readonly database: DatabaseSync;
  readonly connections: Pick<Connections, 'activeId' | 'ready'>;
  readonly cleanError: CleanError;
  readonly changes: Pick<Changes, 'publish'>;
  readonly now: () => number;
}) {
  const { connections, now } = deps;
  const rows = createModelRows(deps.database);
  const changed = () => deps.changes.publish('models');
  const reading = new Map<string, Promise<void>>();
  const failures = new Map<string, { readonly error: AppErrorData; readonly at: number }>();
  const stopping = new AbortController();
  const parsed = new Map<string, readonly Model[]>();
  /** Changes of each connection, and after which its list was read: a new key may be of another account. */
  const edits = new Map<string, number>();
  const readAfter = new Map<string, number>();
  const editsOf = (id: string) => edits.get(id) ?? 0;

  /** Cached, because every row of a table reads it. */
  function listed(id: string): readonly Model[] {
    const before = parsed.get(id);
    if (before !== undefined) return before;
    const text = rows.list(id)?.models;
    // The schema leaves unset fields out, though the type allows undefined.
    const models = storedList(modelSchema, text) as readonly Model[];
    parsed.set(id, models);
    return models;
  }

  function list(): ModelList {
    const id = connections.activeId();
    if (id === undefined) {
      const none = { isPractice: false, models: [], isDefaultSet: false };
      return { ...none, isStale: false, isRefreshing: false };
    }
    const refreshedAt = rows.list(id)?.refreshedAt;
    // Also in the future, where the clock was set back.
    const isOver = (since: number, pause: number) => Math.abs(now() - since) > pause;
    const isStale =
      refreshedAt === undefined ||
      isOver(refreshedAt, MODELS.stale) ||
      (readAfter.get(id) ?? 0) !== editsOf(id);
    const failure = failures.get(id);
    const mayTry = failure === undefined || isOver(failure.at, MODELS.pause);
    if (isStale && mayTry && !stopping.signal.aborted) void read(id);
    const marks = rows.marks(id);
    const offered = listed(id);
    const models = offered.map((model) => withMark(model, true));
    const names = new Set(offered.map((model) => model.id));
    for (const [model, mark] of marks) {
      if (names.has(model) || !(mark.isFavourite || mark.isDefault)) continue;
      models.push(withMark(unlisted(model), false));
    }
    const set = [...marks].find(
      ([model, mark]) =>
        mark.isDefault && offered.find(({ id }) => id === model)?.isWithdrawn !== true,
    )?.[0];
    return {
      connectionId: id,
      isPractice: isPractice(id),
      models,
      defaultModel: set ?? offered.find(({ isWithdrawn }) => isWithdrawn !== true)?.id,
      isDefaultSet: set !== undefined,
      refreshedAt,
      isStale,
      isRefreshing: reading.has(id),
      error: failure?.error,
    };

    function withMark(model: Model, isOffered: boolean): KeptModel {
      const mark = marks.get(model.id);
      return {
        ...model,
        isOffered,
        isFavourite: mark?.isFavourite ?? false,
        lastUsedAt: mark?.lastUsedAt,
        takesPictures: mark?.takesPictures ?? false,
        tokenRatio: mark?.tokenRatio ?? 1,
      };
    }
  }

  /** Never rejects. Concurrent calls share one request. */
  function read(id: string): Promise<void> {
    const running = reading.get(id);
    if (running !== undefined) return running;
    const begunAfter = editsOf(id);
    const work = (async () => {
      try {
        const { client } = await connections.ready(id);
        const models = await client.listModels({ signal: stopping.signal });
        if (stopping.signal.aborted) return;
        rows.put(id, JSON.stringify(models), now());
        readAfter.set(id, begunAfter);
        parsed.delete(id);
        failures.delete(id);
      } catch (thrown) {
        failures.set(id, { error: deps.cleanError(thrown).toData(), at: now() });
      } finally {
        reading.delete(id);
        changed();
      }
    })();
    reading.set(id, work);
    changed();
    return work;
  }

  function activeId(): string {
    const id = connections.activeId();
    if (id !== undefined) return id;
    throw new AppError('no-connection', 'Connect an account or use the practice service first.', {
      action: 'open-settings',
    });
  }

  const procedures = {
    list: os.models.list.handler(list),
    refresh: os.models.refresh.handler(async ({ input }) => {
      await read(input.connectionId);
      return list();
    }),
    mark: os.models.mark.handler(({ input: { model, ...mark } }) => {
      rows.mark(activeId(), model, mark);
      changed();
      return list();
    }),
  };

  return {
    procedures,
    list,
    /** Waits for the first list of the active connection, if there is none; never rejects. */
    async ready(): Promise<void> {
      const id = connections.activeId();
      if (id !== undefined && listed(id).length === 0) await read(id);
    },
    factsOf(connectionId: string, model: string): ModelFacts {
      const known = listed(connectionId).find(({ id }) => id === model);
      const mark = rows.marks(connectionId).get(model);
      const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut } = known ?? {};
      return {
        prices: priceIn === undefined || priceOut === undefined ? undefined : { priceIn, priceOut },
        tokenRatio: mark?.tokenRatio ?? 1,
        takesPictures: mark?.takesPictures ?? false,
        arePricesRough: known?.arePricesRough === true,
      };
    },
    /** Call when an answer was requested. */
    used(connectionId: string, model: string): void {
      rows.used(connectionId, model, now());
      changed();
    },
    /** @param estimate of the same prompt, with a ratio of 1 */
    learn(connectionId: string, model: string, promptTokens: number, estimate: number): void {
      const before = rows.marks(connectionId).get(model)?.tokenRatio ?? 1;
      const after = learnedRatio(before, promptTokens, estimate);
      if (after === before) return;
      rows.learn(connectionId, model, after);
      changed();
    },
    /** @param id missing if another one is active now */
    connectionChanged(id: string | undefined): void {
      if (id !== undefined) edits.set(id, editsOf(id) + 1);
      failures.clear();
      changed();
    },
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(reading.values());
    },
  };
}

function unlisted(id: string): Model {
  return {
    id,
    title: id,
    description: '',
    created: undefined,
    contextTokens: undefined,
    inputPricePerMillion: undefined,
    outputPricePerMillion: undefined,
  };
}
