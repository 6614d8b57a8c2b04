import { expect, it } from 'vitest';
import { createPauses } from './pauses.ts';

it('yields to other work during long work', async () => {
  const order: string[] = [];
  const rest = createPauses();
  // without pauses nothing else could end the loop
  const giveUpAt = performance.now() + 4000;
  setImmediate(() => order.push('other work'));
  while (order.length === 0 && performance.now() < giveUpAt) await rest();
  order.push('end');
  expect(order).toEqual(['other work', 'end']);
});
