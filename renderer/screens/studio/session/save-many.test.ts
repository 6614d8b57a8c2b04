import { expect, it } from 'vitest';
import { saveMany } from './saving-actions.ts';

it('ends between two photos when it is stopped', async () => {
  const stop = new AbortController();
  const tried: string[] = [];
  const save = (id: string) => {
    tried.push(id);
    if (id === 'two') stop.abort();
    return Promise.resolve(true);
  };
  const photos = ['one', 'two', 'three', 'four'].map((id) => ({ id, name: `${id}.jpg` }));
  const watch = { through: () => undefined, failed: () => undefined };
  expect(await saveMany(photos, save, watch, stop.signal)).toBe(2);
  expect(tried).toEqual(['one', 'two']);
});
