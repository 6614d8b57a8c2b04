import { expect, it } from 'vitest';
import { createPauses } from './pauses.ts';

it('lets other work go on in the middle of long work', async () => {
  const order: string[] = [];
  const rest = createPauses();
  const end = performance.now() + 40;
  setImmediate(() => order.push('other work'));
  while (performance.now() < end) await rest();
  order.push('end');
  expect(order).toEqual(['other work', 'end']);
});
