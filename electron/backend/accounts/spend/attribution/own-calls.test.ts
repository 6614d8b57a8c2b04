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
  const costs = dearest('mine', { start: 0, end: 3600 }, 0, 5).map(({ name, cost = '' }) => [
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

it('counts calls in the hour of the service when this computer’s clock is behind', async () => {
  const HOUR = 3600;
  const behind = 5 * HOUR * 1000;
  const at = (hour: number) => hour * HOUR * 1000 - behind;
  const { database } = await testDatabase();
  const addAnswer = database.prepare(
    `INSERT INTO answer_ledger (run_id, connection_id, is_practice, model, began_at, ended_at, prompt_tokens)
     VALUES (?, 'mine', 0, 'small', ?, ?, 7)`,
  );
  const addJob = database.prepare(
    `INSERT INTO jobs (id, revision, kind, state, request, profile, photo_id, photo_name, connection_id,
       connection_name, request_hash, region, patch_ids, findings, created_at, submitted_at, timeline)
     VALUES (?, (SELECT count(*) FROM jobs), 'cleanup', 'done', '{}', '', 'photo', 'Photo', 'mine', 'Mine', '', '{}', '[]', '{}', ?, ?, '[]')`,
  );
  for (const hour of [23.5, 24.25, 47.9, 48]) {
    addAnswer.run(`run ${hour}`, at(hour), at(hour));
    addJob.run(`job ${hour}`, at(hour), at(hour));
  }
  const own = createOwnCallReader(database);
  const day = { start: 24 * HOUR, end: 48 * HOUR };
  expect(own.byHour('mine', day, behind)).toMatchObject([
    { start: 24 * HOUR, work: { is: 'job' }, ours: 1 },
    { start: 47 * HOUR, work: { is: 'job' }, ours: 1 },
    { start: 24 * HOUR, work: { is: 'model' }, ours: 7 },
    { start: 47 * HOUR, work: { is: 'model' }, ours: 7 },
  ]);
  expect(own.dearest('mine', day, behind, 5)).toMatchObject([{ calls: 2 }, { calls: 2 }]);
});
