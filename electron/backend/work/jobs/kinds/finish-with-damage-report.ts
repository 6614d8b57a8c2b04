import { withDamageReport } from '../../../library/damage-report.ts';
import type { JobDeps } from '../job-deps.ts';
import type { StoredJob } from '../log/stored-job.ts';
import type { JobKinds } from './kinds.ts';

/** Names a damaged photo or result. @throws AppError of the kind */
export function finishWithDamageReport(
  deps: JobDeps,
  kinds: JobKinds,
  job: StoredJob,
): Promise<StoredJob> {
  const finish = () => kinds[job.kind].finish(job);
  return job.subject === undefined ? finish() : withDamageReport(deps, job.subject.photoId, finish);
}
