import type { DatabaseSync } from 'node:sqlite';
import { gatewaySchema } from '../../../../shared/contract/connections.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import {
  createRowReader,
  prepareInsert,
  prepareUpdate,
  storedJson,
  toBoolean,
} from '../../library/row-values.ts';

const toRow = createRowReader({
  id: String,
  name: String,
  baseUrl: String,
  keyHint: String,
  chatPath: String,
  /** `null` is not sent. */
  enterprisePlan: (value) => (value === null ? null : toBoolean(value)),
  gateway: (value) => storedJson(gatewaySchema, value),
});

export type ConnectionRow = ReturnType<typeof toRow>;

const FIELDS = ['name', 'baseUrl', 'keyHint', 'chatPath', 'enterprisePlan', 'gateway'] as const;

export function createConnectionRows(database: DatabaseSync) {
  const all = database.prepare('SELECT * FROM connections ORDER BY created_at');
  const byId = database.prepare('SELECT * FROM connections WHERE id = ?');
  const insert = prepareInsert(database, 'connections', ['id', ...FIELDS, 'createdAt']);
  const update = prepareUpdate(database, 'connections', ['id'], FIELDS);
  const remove = database.prepare('DELETE FROM connections WHERE id = ?');

  function find(id: string): ConnectionRow | undefined {
    const found = byId.get(id);
    return found === undefined ? undefined : toRow(found);
  }

  return {
    all: (): readonly ConnectionRow[] => all.all().map(toRow),
    find,
    get(id: string): ConnectionRow {
      const found = find(id);
      if (found !== undefined) return found;
      throw notFound('This connection no longer exists.');
    },
    add: (row: ConnectionRow): void => void insert({ ...row, createdAt: Date.now() }),
    update: (row: ConnectionRow): void => void update(row),
    remove: (id: string): void => void remove.run(id),
  };
}
