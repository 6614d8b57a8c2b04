/** Identifies accounts: two keys of one account have the same bills, which count once. */
import type { DatabaseSync } from 'node:sqlite';
import { createSql } from '../../library/row-values.ts';

interface AccountConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

export interface DistinctAccounts {
  readonly ids: readonly string[];
  /** Names of connections with one account; the first one counts. */
  readonly same: readonly (readonly string[])[];
}

export type BillAccounts = ReturnType<typeof createBillAccounts>;

export function createBillAccounts(database: DatabaseSync) {
  const sql = createSql(database);

  return {
    /** @param account as its bills name it @param readAt Unix ms */
    note: (connectionId: string, account: string, readAt: number): void =>
      void sql.run`INSERT OR REPLACE INTO bill_accounts (connection_id, account, read_at)
        VALUES (${connectionId}, ${account}, ${readAt})`,
    /** One connection per account: the most recently fetched. */
    distinct(connections: readonly AccountConnection[]): DistinctAccounts {
      const groups = new Map<string, { readonly each: AccountConnection; readonly at: number }[]>();
      for (const each of connections) {
        const row = sql.get`SELECT account, read_at FROM bill_accounts
          WHERE connection_id = ${each.id}`;
        // A connection without bills counts as an account of its own.
        const account =
          row === undefined ? `\u0000${each.id}` : `${each.baseUrl}\u0000${String(row['account'])}`;
        const group = groups.get(account) ?? [];
        groups.set(account, group);
        group.push({ each, at: Number(row?.['read_at'] ?? 0) });
      }
      const sorted = [...groups.values()].map((group) =>
        group.toSorted((a, b) => b.at - a.at).map(({ each }) => each),
      );
      return {
        ids: sorted.flatMap(([first]) => first?.id ?? []),
        same: sorted
          .filter(({ length }) => length > 1)
          .map((group) => group.map(({ name }) => name)),
      };
    },
  };
}
