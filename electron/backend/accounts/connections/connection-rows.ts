import type { DatabaseSync } from 'node:sqlite';
import { gatewaySchema, type Gateway } from '../../../../shared/contract/connections.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { toColumn, storedJson } from '../../library/row-values.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly keyHint: string;
  readonly chatPath: string;
  /** `null` is not sent. */
  readonly enterprisePlan: boolean | null;
  readonly gateway: Gateway | undefined;
}

export function createConnectionRows(database: DatabaseSync) {
  const all = database.prepare('SELECT * FROM connections ORDER BY created_at');
  const byId = database.prepare('SELECT * FROM connections WHERE id = ?');
  const insert = database.prepare(
    'INSERT INTO connections (id, name, base_url, key_hint, chat_path, enterprise_plan, gateway, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare(
    'UPDATE connections SET name = ?, base_url = ?, key_hint = ?, chat_path = ?, enterprise_plan = ?, gateway = ? WHERE id = ?',
  );
  const remove = database.prepare('DELETE FROM connections WHERE id = ?');
  const values = ({ name, baseUrl, keyHint, chatPath, enterprisePlan, gateway }: ConnectionRow) =>
    [name, baseUrl, keyHint, chatPath, toColumn(enterprisePlan), toColumn(gateway)] as const;

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
      throw new AppError('not-found', 'This connection no longer exists.');
    },
    add: (row: ConnectionRow): void => void insert.run(row.id, ...values(row), Date.now()),
    update: (row: ConnectionRow): void => void update.run(...values(row), row.id),
    remove: (id: string): void => void remove.run(id),
  };
}

function toRow(found: Record<string, unknown>): ConnectionRow {
  const { gateway, enterprise_plan: plan } = found;
  return {
    id: String(found['id']),
    name: String(found['name']),
    baseUrl: String(found['base_url']),
    keyHint: String(found['key_hint']),
    chatPath: String(found['chat_path']),
    enterprisePlan: typeof plan === 'number' ? plan === 1 : null,
    gateway: storedJson(gatewaySchema, gateway),
  };
}
