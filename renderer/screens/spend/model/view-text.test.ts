import { expect, it } from 'vitest';
import { billsName } from './view-text.ts';

it('the title of a saved or printed view names the connections of its bills', () => {
  const connections = [
    { id: 'a', name: 'Mine' },
    { id: 'b', name: 'Yours' },
  ];
  const nameOf = (...connectionIds: string[]) => billsName({ connectionIds }, connections);
  expect([nameOf('a'), nameOf('b'), nameOf('a', 'b')]).toEqual([
    'Mine',
    'Yours',
    'all connections',
  ]);
});
