import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noisePng } from '../../../testing/pictures.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { CrashGuard } from '../../library/crash-guard.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { createTrainingChecker } from './training-checker.ts';
import { openTrainingFiles } from './training-files.ts';
import { createTrainingStore } from './training-store.ts';

it('marks the later of two equal files as the duplicate, even when it is read first', async () => {
  const { folder, database } = await testDatabase();
  const store = createTrainingStore(database, () => 1);
  const files = await openTrainingFiles(folder, new Set());
  const bytes = await noisePng(64, 48, 1);
  const paths = ['first.png', 'second.png'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, bytes);
  const [first = 0, second = 0] = store.add(
    paths.map((path, index) => ({
      name: index === 0 ? 'first.png' : 'second.png',
      folder: '',
      path,
      byteLength: bytes.length,
      modifiedAt: 1,
    })),
  );
  const secondIsRead = Promise.withResolvers<void>();
  const crashGuard: Pick<CrashGuard, 'guard' | 'forgive'> = {
    async guard(key, _refusal, read) {
      if (key === `training-${first}`) await secondIsRead.promise;
      const result = await read();
      if (key === `training-${second}`) secondIsRead.resolve();
      return result;
    },
    forgive: () => Promise.resolve(),
  };
  const checker = createTrainingChecker({
    store,
    files,
    crashGuard,
    connectionId: () => undefined,
    cleanError: toAppError,
    log: (line) => {
      throw new Error(line);
    },
    onChange: () => undefined,
    onWaiting: () => undefined,
  });
  checker.pump();
  await expect.poll(() => store.inState('checking', 9)).toEqual([]);
  await checker.close();
  expect([first, second].map((id) => store.get(id)?.state)).toEqual(['ready', 'duplicate']);
  expect(store.get(second)?.likeId).toBe(first);
});
