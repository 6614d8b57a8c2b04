import { randomUUID } from 'node:crypto';
import type { StartableRequest } from '../../../../../shared/contract/job-requests.ts';
import type { StartedJob } from '../log/job-publisher.ts';
import type { NewJob } from '../log/stored-job.ts';

/** In the order of the requests; running identical ones are joined. */
interface StartedGroup {
  readonly runId: string;
  readonly jobIds: readonly string[];
}

/** @param deps.start records jobs in one transaction @throws AppError as `plan` */
export function startTogether<Request extends StartableRequest>(
  requests: readonly Request[],
  deps: {
    plan(request: Request): NewJob;
    start(planned: readonly NewJob[]): readonly StartedJob[];
  },
): StartedGroup {
  const runId = randomUUID();
  const started = deps.start(requests.map((request) => ({ ...deps.plan(request), runId })));
  return {
    runId: started.find(({ joined }) => !joined)?.job.runId ?? started[0]?.job.runId ?? runId,
    jobIds: started.map(({ job }) => job.id),
  };
}
