import { namingDamage } from '../../library/name-damage.ts';
import type { JobParts } from '../job-parts.ts';
import type { StoredJob } from '../log/stored-job.ts';
import type { JobKinds } from './kinds.ts';

/** Names a damaged photo or result. @throws AppError of the kind */
export function finishNamingDamage(
  parts: JobParts,
  kinds: JobKinds,
  job: StoredJob,
): Promise<StoredJob> {
  const finish = () => kinds[job.kind].finish(job);
  return job.subject === undefined ? finish() : namingDamage(parts, job.subject.photoId, finish);
}
