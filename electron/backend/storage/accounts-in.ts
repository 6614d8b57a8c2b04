import { DatabaseSync } from 'node:sqlite';
import type { StorageWork } from '../../../shared/contract/storage.ts';
import { plainName } from '../../../shared/plain-name.ts';

/** @param path of an intact database of any version */
export function accountsIn(path: string): NonNullable<StorageWork['accounts']> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const hasAccounts = database
      .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'connections'`)
      .get();
    if (hasAccounts === undefined) return [];
    return database
      .prepare('SELECT * FROM connections')
      .all()
      .map((row) => ({
        name: plainName(String(row['name'])),
        addresses: [row['base_url'], gatewayAddress(row['gateway'])].flatMap((address) =>
          typeof address === 'string' ? [plainName(address)] : [],
        ),
      }));
  } finally {
    database.close();
  }
}

function gatewayAddress(gateway: unknown): unknown {
  if (typeof gateway !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(gateway);
    return typeof parsed === 'object' && parsed !== null && 'baseUrl' in parsed
      ? parsed.baseUrl
      : undefined;
  } catch {
    return 'a gateway that can’t be read';
  }
}
