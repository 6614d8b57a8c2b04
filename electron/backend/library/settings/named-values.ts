/** Named values in a table, each validated by a schema; invalid ones fall back to their default. */
import type { DatabaseSync } from 'node:sqlite';
import type { ZodObject, z } from 'zod';
import { parseJson } from '../../../../shared/parse-json.ts';
import { transaction } from '../database.ts';
import { createSql } from '../row-values.ts';

/** @param table with the columns `name` and `value`; unknown names are kept */
export function createNamedValues<Schema extends ZodObject>(
  database: DatabaseSync,
  table: 'settings' | 'screen_state',
  schema: Schema,
  defaults: z.infer<Schema>,
) {
  const all = database.prepare(`SELECT name, value FROM ${table}`);
  const sql = createSql(database);

  /** Cached, because every step of every job reads it. */
  let known: z.infer<Schema> | undefined;

  function get(): z.infer<Schema> {
    return (known ??= read());
  }

  function read(): z.infer<Schema> {
    const stored = new Map(all.all().map((row) => [String(row['name']), String(row['value'])]));
    const start: Readonly<Record<string, unknown>> = defaults;
    const entries = Object.entries(schema.shape).map(([name, one]) => {
      const parsed = (one as z.ZodType).safeParse(parseJson(stored.get(name) ?? ''));
      return [name, parsed.success ? parsed.data : start[name]];
    });
    return schema.parse(Object.fromEntries(entries));
  }

  return {
    get,
    update(changes: Partial<z.infer<Schema>>): z.infer<Schema> {
      known = undefined;
      transaction(database, () => {
        for (const [name, value] of Object.entries(changes)) {
          if (value !== undefined) sql.upsert(table, { name }, { value: JSON.stringify(value) });
        }
      });
      return get();
    },
  };
}
