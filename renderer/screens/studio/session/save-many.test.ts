import { describe, expect, it } from 'vitest';
import { saveMany } from './save-many.ts';

const PHOTOS = ['one', 'two', 'three', 'four'].map((id) => ({ id, name: `${id}.jpg` }));

function watchIn(log: string[]) {
  return {
    through: (count: number) => void log.push(`${count} through`),
    failed: ({ name }: { readonly name: string }, thrown: unknown) =>
      void log.push(`${name}: ${String(thrown)}`),
  };
}

describe('saving many photos', () => {
  it('continues after one that fails, and counts the saved ones', async () => {
    const log: string[] = [];
    const saved = await saveMany(
      PHOTOS,
      (id) => (id === 'two' ? Promise.reject(new Error('full')) : Promise.resolve(id !== 'three')),
      watchIn(log),
      new AbortController().signal,
    );
    expect(saved).toBe(2);
    expect(log).toEqual([
      '0 through',
      '1 through',
      'two.jpg: Error: full',
      '2 through',
      '3 through',
    ]);
  });

  it('ends between two photos when it is stopped', async () => {
    const stop = new AbortController();
    const tried: string[] = [];
    const save = (id: string) => {
      tried.push(id);
      if (id === 'two') stop.abort();
      return Promise.resolve(true);
    };
    expect(await saveMany(PHOTOS, save, watchIn([]), stop.signal)).toBe(2);
    expect(tried).toEqual(['one', 'two']);
  });
});
