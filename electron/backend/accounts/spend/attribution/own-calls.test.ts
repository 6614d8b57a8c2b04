import { expect, it } from 'vitest';
import { formatAmount } from '../../../../../shared/spend/exact-money.ts';
import { testDatabase } from '../../../../testing/test-database.ts';
import { createOwnCallReader } from './own-calls.ts';

it('adds up model costs exactly and rounds once, so that no charge is $0', async () => {
  const { database } = await testDatabase();
  const insert = database.prepare(
    `INSERT INTO answer_ledger (run_id, connection_id, is_practice, model, began_at, ended_at, cost)
     VALUES (?, 'mine', 0, ?, 1000, 2000, ?)`,
  );
  // ten answers of a third of $0.0001 each: rounded one by one they would be nothing
  for (let index = 0; index < 10; index += 1) insert.run(`run-${index}`, 'small', 333_333);
  insert.run('tiny', 'tiny', 12);
  insert.run('free', 'free', 0);
  const { dearest } = createOwnCallReader(database);
  const costs = dearest('mine', { start: 0, end: 3600 }, 5).map(({ name, cost = '' }) => [
    name,
    cost,
    formatAmount({ exact: cost, hasDecimals: true }),
  ]);
  expect(costs).toEqual([
    ['small', '3.333330', '$0.0003'],
    ['tiny', '0.000012', '$0.0000000012'],
    ['free', '0.000000', '$0'],
  ]);
});
