import type { DatabaseSync } from 'node:sqlite';
import { openFileStore } from '../../electron/backend/library/file-store.ts';
import { createJobStore } from '../../electron/backend/work/jobs/log/job-store.ts';
import { measureClip } from '../../electron/testing/clips.ts';

/** @param path MP4 file that becomes the result of a job */
export async function addClip(
  database: DatabaseSync,
  data: string,
  job: string,
  path: string,
): Promise<void> {
  const { facts } = await measureClip(path, 'video/mp4');
  if (facts === undefined) throw new Error('The clip could not be measured.');
  const { width, height, ...clip } = facts;
  const files = await openFileStore(database, data);
  const { id: fileId } = await files.commit(await files.stageExisting(path), 'video/mp4');
  createJobStore(database).addOutputs(job, [{ fileId, width, height, clip }]);
}
