import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createJobPreviews } from './job-previews.ts';

it('deletes a preview that arrives when its task has just ended', async () => {
  const folder = join(testFolder(), 'previews');
  const begun = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const download = async (_url: string, { answerPath }: { readonly answerPath: string }) => {
    begun.resolve();
    await arrived.promise;
    await writeFile(answerPath, 'picture');
    const facts = { byteLength: 7, hash: '', kind: 'png', mediaType: 'image/png' } as const;
    return { path: answerPath, ...facts };
  };
  const told: string[] = [];
  const previews = createJobPreviews({
    folder,
    log: (line) => told.push(line),
    onNew: (_jobId, url) => told.push(url),
  });
  previews.take('job', { download }, ['https://storage.test/so-far']);
  await begun.promise;
  previews.forget('job');
  arrived.resolve();
  await previews.close();
  expect(await readdir(folder)).toEqual([]);
  expect(told).toEqual([]);
});
