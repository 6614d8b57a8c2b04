import type { DatabaseSync } from 'node:sqlite';
import { toColumn, toBoolean } from '../../library/row-values.ts';

interface ModelMarks {
  readonly isFavourite: boolean;
  readonly isDefault: boolean;
  readonly takesPictures: boolean;
  readonly lastUsedAt: number | undefined;
  readonly tokenRatio: number;
}

export function createModelRows(database: DatabaseSync) {
  const one = database.prepare(
    'SELECT models, refreshed_at FROM model_lists WHERE connection_id = ?',
  );
  const put = database.prepare(
    `INSERT INTO model_lists VALUES (?, ?, ?) ON CONFLICT (connection_id)
     DO UPDATE SET models = excluded.models, refreshed_at = excluded.refreshed_at`,
  );
  const marks = database.prepare('SELECT * FROM model_marks WHERE connection_id = ?');
  const ensure = database.prepare(
    'INSERT INTO model_marks (connection_id, model) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const where = 'WHERE connection_id = ? AND model = ?';
  const setFavourite = database.prepare(`UPDATE model_marks SET is_favourite = ? ${where}`);
  const setPictures = database.prepare(`UPDATE model_marks SET takes_pictures = ? ${where}`);
  const noDefault = database.prepare(
    'UPDATE model_marks SET is_default = 0 WHERE connection_id = ?',
  );
  const setDefault = database.prepare(`UPDATE model_marks SET is_default = 1 ${where}`);
  const setUsed = database.prepare(`UPDATE model_marks SET last_used_at = ? ${where}`);
  const setRatio = database.prepare(`UPDATE model_marks SET token_ratio = ? ${where}`);

  return {
    list(id: string): { readonly models: string; readonly refreshedAt: number } | undefined {
      const row = one.get(id);
      if (row === undefined) return undefined;
      return { models: String(row['models']), refreshedAt: Number(row['refreshed_at']) };
    },
    put: (id: string, models: string, at: number) => void put.run(id, models, at),
    marks(id: string): ReadonlyMap<string, ModelMarks> {
      return new Map(marks.all(id).map((row) => [String(row['model']), toMarks(row)]));
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
      const { isFavourite, isDefault, takesPictures } = change;
      ensure.run(id, model);
      if (isFavourite !== undefined) setFavourite.run(toColumn(isFavourite), id, model);
      if (takesPictures !== undefined) setPictures.run(toColumn(takesPictures), id, model);
      if (isDefault !== undefined) noDefault.run(id);
      if (isDefault === true) setDefault.run(id, model);
    },
    used(id: string, model: string, at: number) {
      ensure.run(id, model);
      setUsed.run(at, id, model);
    },
    learn(id: string, model: string, ratio: number) {
      ensure.run(id, model);
      setRatio.run(ratio, id, model);
    },
  };
}

function toMarks(row: Readonly<Record<string, unknown>>): ModelMarks {
  const usedAt = row['last_used_at'];
  return {
    isFavourite: toBoolean(row['is_favourite']),
    isDefault: toBoolean(row['is_default']),
    takesPictures: toBoolean(row['takes_pictures']),
    lastUsedAt: typeof usedAt === 'number' ? usedAt : undefined,
    tokenRatio: Number(row['token_ratio']),
  };
}
