import { expect, it } from 'vitest';
import { reloadFailed } from './reload-failed.ts';

it('reloads every query that failed, and no other', () => {
  const reloaded: string[] = [];
  const query = (name: string, error: Error | null) => ({
    error,
    reload: () => void reloaded.push(name),
  });
  const gone = new Error('gone');
  reloadFailed([query('messages', null), query('titles', gone), query('folders', gone)]);
  expect(reloaded).toEqual(['titles', 'folders']);
});
