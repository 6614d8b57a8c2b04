import type { JobEngine } from '../job-engine.ts';
import { withDamageReport } from '../../../library/damage-report.ts';
import type { StoredJob } from '../log/stored-job.ts';

/** Names a damaged photo or result. @throws AppError of the kind */
export function finishWithDamageReport(deps: JobEngine, job: StoredJob): Promise<StoredJob> {
  const finish = () => deps.kinds[job.kind].finish(job);
  return job.subject === undefined ? finish() : withDamageReport(deps, job.subject.photoId, finish);
}
