import { expect, it } from 'vitest';
import { perceptionWith } from '../../../testing/perception-bench.ts';

it('finds nothing in a picture that it has not read', async () => {
  const { perception } = perceptionWith();
  expect(await perception.segment('none', { points: [] })).toBeUndefined();
});

it('fails with a message when the models are missing', async () => {
  const { perception } = perceptionWith('/nowhere');
  await expect(perception.warm('objects')).rejects.toMatchObject({
    kind: 'tool-unavailable',
    message: 'Gesso can’t find things in pictures on this computer. Everything else works.',
  });
  expect(perception.unavailable()).toContain('cannot be');
  await expect(perception.warm('text')).rejects.toMatchObject({ kind: 'tool-unavailable' });
});

it('ends when its caller ends it, and rejects pending requests', async () => {
  const { perception } = perceptionWith();
  const waiting = perception.warm('objects');
  await perception.close();
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(perception.warm('objects')).rejects.toMatchObject({ kind: 'cancelled' });
});
