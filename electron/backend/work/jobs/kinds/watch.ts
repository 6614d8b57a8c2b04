import { createHash } from 'node:crypto';
import { MEDIA_KINDS } from '../../../../../shared/api/media-kind.ts';
import type { WatchJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobConnection, JobDeps } from '../job-deps.ts';
import type { NewJob } from '../log/stored-job.ts';
import { jobRequest, type JobKind } from './job-kind.ts';
import { finishWithFiles } from './outputs.ts';

/** Length of task ids in characters: a UUID has 36; no known service exceeds twice that. */
const TASK_ID = { least: 4, most: 128 } as const;

interface WatchKind extends JobKind {
  /** @throws AppError `invalid-input` for a text that cannot be a task id */
  plan(request: Omit<WatchJobRequest, 'kind'>, connection: JobConnection): NewJob;
}

export function watchKind(deps: JobDeps, clock: JobClock): WatchKind {
  const kind: WatchKind = {
    finishedTitle: 'Task finished',
    result: 'task',
    plan({ taskId: typed, family }, connection) {
      const taskId = requireTaskId(typed);
      const identity = ['watch', connection.id, family, taskId];
      return {
        request: { kind: 'watch', taskId, family },
        profile: '',
        subject: undefined,
        connectionId: connection.id,
        connectionName: connection.name,
        requestHash: createHash('sha256').update(JSON.stringify(identity)).digest('hex'),
        patchIds: [],
        taskId,
      };
    },
    planAgain: (job, connection) => kind.plan(jobRequest(job, 'watch'), connection),
    prepare: () => Promise.reject(new Error('A watched task sends nothing.')),
    finish: (job) => finishWithFiles(deps, clock, job, MEDIA_KINDS),
    family: (request) => (request.kind === 'watch' ? request.family : 'task-result'),
  };
  return kind;
}

/** @throws AppError `invalid-input` */
function requireTaskId(typed: string): string {
  const taskId = typed.trim();
  if (taskId === '') throw invalidInput('Enter the task ID.');
  if (taskId.length < TASK_ID.least || taskId.length > TASK_ID.most) {
    throw invalidInput(
      `A task ID has ${TASK_ID.least} to ${TASK_ID.most} characters. This one has ${taskId.length}. Copy only the ID, in full.`,
    );
  }
  if (!/^[A-Za-z0-9._:-]+$/u.test(taskId)) {
    throw invalidInput(
      'A task ID contains only letters, digits, dots, colons, hyphens and underscores. Copy it without quotes or spaces.',
    );
  }
  return taskId;
}
