import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { saveMany, useSaving } from './saving-store.ts';

const PHOTOS = ['one', 'two', 'three', 'four'].map((id) => ({ id, name: `${id}.jpg` }));

describe('saving many photos', () => {
  it('goes on after one that fails, and names it', async () => {
    const tried: string[] = [];
    const saved = await saveMany(
      PHOTOS,
      async (id) => {
        tried.push(id);
        if (id === 'two') throw new AppError({ kind: 'disk-full', message: 'The disk is full.' });
        return id !== 'three';
      },
      new AbortController().signal,
    );
    expect(tried).toEqual(['one', 'two', 'three', 'four']);
    expect(saved).toBe(2);
    expect(useSaving.getState()).toMatchObject({
      through: undefined,
      unsaved: [{ id: 'two', name: 'two.jpg', error: { message: 'The disk is full.' } }],
    });
  });

  it('ends between two photos when it is stopped', async () => {
    const stop = new AbortController();
    const tried: string[] = [];
    await saveMany(
      PHOTOS,
      async (id) => {
        tried.push(id);
        if (id === 'two') stop.abort();
        return true;
      },
      stop.signal,
    );
    expect(tried).toEqual(['one', 'two']);
    expect(useSaving.getState().unsaved).toEqual([]);
  });
});
