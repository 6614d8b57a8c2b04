import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { createBillAccounts } from './bill-accounts.ts';

it('counts two keys of one account once: the one that was read last', async () => {
  const { database } = await testDatabase();
  const accounts = createBillAccounts(database);
  const connections = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    name: id.toUpperCase(),
    baseUrl: id === 'c' ? 'https://other.example' : 'https://one.example',
  }));
  accounts.note('a', 'me', 1000);
  accounts.note('b', 'me', 2000);
  // the same name at another service is somebody else
  accounts.note('c', 'me', 3000);
  expect(accounts.distinct(connections)).toEqual({ ids: ['b', 'c', 'd'], same: [['B', 'A']] });
  accounts.note('a', 'me', 4000);
  expect(accounts.distinct(connections)).toEqual({ ids: ['a', 'c', 'd'], same: [['A', 'B']] });
});
