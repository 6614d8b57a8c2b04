import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { DECIMAL_UNITS_STEP } from './decimal-units-step.ts';

it('takes the unit of decimals from bills of 1.0.0 that tell it, past rows that are no JSON', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE bill_units (connection_id TEXT, rows TEXT)');
  const add = database.prepare('INSERT INTO bill_units VALUES (?, ?)');
  const row = (exact: string) => JSON.stringify([{ amount: { exact, hasDecimals: true } }]);
  add.run('told', row('30000.5'));
  add.run('small', row('1.5'));
  add.run('whole', row('30000'));
  add.run('broken', '[{"amount":');
  database.exec(DECIMAL_UNITS_STEP);
  expect(database.prepare('SELECT * FROM decimal_units').all()).toEqual([
    { connection_id: 'told', unit: 'units' },
  ]);
});
