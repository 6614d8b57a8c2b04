/**
 * Fills a data folder with an account and its bills of the last 365 days, all of them final. Arguments: folder, rows.
 */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { CHARGED_CATEGORIES } from '../../shared/api/billing.ts';
import type { BillLine } from '../../shared/contract/spend.ts';
import { transaction } from '../../electron/backend/library/database.ts';
import { createBillStore } from '../../electron/backend/accounts/spend/bill-store.ts';
import { unitsOf } from '../../electron/backend/accounts/spend/bill-units.ts';
import { createBackendFixture } from '../../electron/testing/backend-fixture.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const DAYS = 365;
const PRODUCTS = 24;
const dataFolder = join(folder, 'data');
const fixture = await createBackendFixture({ folder, dataFolder });
await fixture[Symbol.asyncDispose]();

const DAY = 86_400;
const connectionId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const database = new DatabaseSync(join(dataFolder, 'library.db'));
database
  .prepare(
    `INSERT INTO connections (id, name, base_url, key_hint, created_at)
     VALUES (?, 'Account', 'http://127.0.0.1:9', '', 0)`,
  )
  .run(connectionId);
database
  .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('internal:active-connection', ?)")
  .run(connectionId);

const now = Math.floor(Date.now() / 1000);
const today = Math.floor(now / DAY) * DAY;
const first = today - (DAYS - 1) * DAY;
const perDay = Number(count) / DAYS;

function rowAt(start: number, index: number): BillLine {
  const units = String(10 + ((index * 7919) % 9000));
  const amount = { exact: `${units}.${index % 10}${index % 7}`, hasDecimals: true };
  return {
    category: 'gen_api',
    productName: `Product ${index % PRODUCTS}`,
    productId: `p${index % PRODUCTS}`,
    ownerId: `owner ${index % 20}`,
    billingMethod: 'pay as you go',
    startTime: start,
    endTime: start + DAY - 1,
    quantities: ['1', null],
    basePrices: [{ amount: units, precision: '1' }, null],
    discountPrices: [{ amount: units, precision: '1' }, null],
    amount,
    voucherAmount: { exact: '0', hasDecimals: true },
    payAmount: amount,
  };
}

const store = createBillStore(database);
transaction(database, () => {
  for (const category of [...CHARGED_CATEGORIES, 'summary'] as const) {
    for (const unit of unitsOf('Day', first, today + DAY, now)) {
      const rows: BillLine[] = [];
      const filled = category === 'gen_api' ? DAYS : 0;
      for (let day = 0; day < filled; day++) {
        const start = first + day * DAY;
        if (start < unit.start || start >= unit.end) continue;
        const [from, to] = [Math.floor(day * perDay), Math.floor((day + 1) * perDay)];
        for (let index = from; index < to; index++) rows.push(rowAt(start, index));
      }
      // read just now and final, so that nothing is requested
      const key = { connectionId, cycle: 'Day', category } as const;
      store.write(key, unit, rows, { readAt: Date.now(), isFinal: true });
    }
  }
});
database.close();
