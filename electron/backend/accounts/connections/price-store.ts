import type { DatabaseSync } from 'node:sqlite';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import { pricedKindSchema, type Price } from '../../../../shared/contract/prices.ts';
import { invalidInput, notFound } from '../../../../shared/errors/app-error.ts';
import { os } from '../../service/common/procedures.ts';
import { isPractice } from '../../library/practice-id.ts';

/** Prices are in 1/10000 USD. */
export type PriceStore = ReturnType<typeof createPriceStore>;

export function createPriceStore(database: DatabaseSync, onChange = (): void => undefined) {
  const all = database.prepare(
    `SELECT connection_id, kind, price FROM prices
     JOIN connections ON connections.id = connection_id ORDER BY created_at, connections.rowid, kind`,
  );
  const one = database.prepare('SELECT price FROM prices WHERE connection_id = ? AND kind = ?');
  const put = database.prepare(
    `INSERT INTO prices (connection_id, kind, price) VALUES (?, ?, ?)
     ON CONFLICT (connection_id, kind) DO UPDATE SET price = excluded.price`,
  );
  const remove = database.prepare('DELETE FROM prices WHERE connection_id = ? AND kind = ?');
  const connection = database.prepare('SELECT 1 FROM connections WHERE id = ?');
  const list = (): readonly Price[] =>
    all.all().flatMap((row) => {
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
        if (connection.get(connectionId) === undefined) {
          throw notFound('This connection no longer exists.');
        }
        if (price === null) remove.run(connectionId, kind);
        else put.run(connectionId, kind, price);
        onChange();
        return list();
      }),
    },
    /** `undefined` if unknown, and for practice, which is free. */
    of(connectionId: string, kind: JobKindName): number | undefined {
      const row = one.get(connectionId, kind);
      return row === undefined ? undefined : Number(row['price']);
    },
  };
}
