/** The sums of a year from the store, as the chart asks for them. Argument: folder. Prints milliseconds and bytes. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { CHARGED_CATEGORIES } from '../../../shared/api/billing.ts';
import type { SpendSeriesQuery } from '../../../shared/contract/spend.ts';
import { createBillStore } from '../../../electron/backend/spend/bill-store.ts';
import { seriesOf } from '../../../electron/backend/spend/series.ts';

const [folder = ''] = process.argv.slice(2);
const DAY = 86_400;
const database = new DatabaseSync(join(folder, 'data', 'library.db'));
const store = createBillStore(database);
const now = Math.floor(Date.now() / 1000);
const today = Math.floor(now / DAY) * DAY;
const query: SpendSeriesQuery = {
  range: { start: today - 364 * DAY, end: today + DAY },
  filter: { categories: [...CHARGED_CATEGORIES] },
  unit: 'day',
  groupBy: 'product',
  maxKeys: 6,
  maxBuckets: 700,
};
const named = [{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', name: 'Account' }];
const times: number[] = [];
let bytes = 0;
for (let turn = 0; turn < 12; turn++) {
  const started = performance.now();
  const series = seriesOf(store, named, query, now);
  times.push(performance.now() - started);
  bytes = JSON.stringify(series).length;
}
database.close();
// the first ones warm the code up
const warm = times.slice(3).toSorted((a, b) => a - b);
process.stdout.write(JSON.stringify({ milliseconds: warm[Math.floor(warm.length / 2)], bytes }));
