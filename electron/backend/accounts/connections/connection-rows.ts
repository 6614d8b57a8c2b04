import type { DatabaseSync } from 'node:sqlite';
import { gatewaySchema } from '../../../../shared/contract/connections.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { createSql, createRowReader, storedJson, toBoolean } from '../../library/row-values.ts';

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

export function createConnectionRows(database: DatabaseSync) {
  const sql = createSql(database);

  function find(id: string): ConnectionRow | undefined {
    const found = sql.get`SELECT * FROM connections WHERE id = ${id}`;
    return found === undefined ? undefined : toRow(found);
  }

  return {
    all: (): readonly ConnectionRow[] =>
      sql.all`SELECT * FROM connections ORDER BY created_at`.map(toRow),
    find,
    get(id: string): ConnectionRow {
      const found = find(id);
      if (found !== undefined) return found;
      throw notFound('This connection no longer exists.');
    },
    add: (row: ConnectionRow): void =>
      void sql.insert('connections', { ...row, createdAt: Date.now() }),
    update: ({ id, ...fields }: ConnectionRow): void =>
      void sql.update('connections', { id }, fields),
    remove: (id: string): void => void sql.run`DELETE FROM connections WHERE id = ${id}`,
  };
}
