import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import { pricedKindSchema, type Price } from '../../../../shared/contract/prices.ts';
import { invalidInput, notFound } from '../../../../shared/errors/app-error.ts';
import { os } from '../../service/common/procedures.ts';
import { isPractice } from '../../library/practice-id.ts';
import { createSql } from '../../library/row-values.ts';

/** Prices are in 1/10000 USD. */
export type PriceStore = ReturnType<typeof createPriceStore>;

export function createPriceStore(database: DatabaseSync, onChange = (): void => undefined) {
  const sql = createSql(database);
  const list = (): readonly Price[] =>
    sql.all`SELECT connection_id, kind, price FROM prices
      JOIN connections ON connections.id = connection_id
      ORDER BY created_at, connections.rowid, kind`.flatMap((row) => {
      const kind = pricedKindSchema.safeParse(row['kind']);
      if (!kind.success) return []; // Written by a newer Gesso.
      const connectionId = String(row['connection_id']);
      return [{ connectionId, kind: kind.data, price: Number(row['price']) }];
    });

  return {
    procedures: {
      list: os.prices.list.handler(list),
      set: os.prices.set.handler(({ input: { connectionId, kind, price } }) => {
        if (isPractice(connectionId)) {
          throw invalidInput('Practice is free, so it has no prices.');
        }
        if (sql.get`SELECT 1 FROM connections WHERE id = ${connectionId}` === undefined) {
          throw notFound('This connection no longer exists.');
        }
        if (price === null)
          sql.run`DELETE FROM prices WHERE connection_id = ${connectionId} AND kind = ${kind}`;
        else sql.upsert('prices', { connectionId, kind }, { price });
        onChange();
        return list();
      }),
    },
    /** `undefined` if unknown, and for practice, which is free. */
    of(connectionId: string, kind: JobKindName): number | undefined {
      const row = sql.get`SELECT price FROM prices WHERE connection_id = ${connectionId}
          AND kind = ${kind}`;
      return row === undefined ? undefined : Number(row['price']);
    },
  };
}
