import { basename } from 'node:path';
import { reportOfAnswer } from '../../../../../shared/api/task-report.ts';
import {
  isFinalJobState,
  type Job,
  type JobQuery,
  type JobSelection,
  type LastAnswer,
  type OutputReference,
} from '../../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { os } from '../../../service/common/procedures.ts';
import type { JobPublisher } from './job-publisher.ts';
import type { JobClock } from '../job-clock.ts';
import type { StoredAnswer } from './job-history-store.ts';
import { createJobGroups } from './job-groups.ts';
import type { OutputFacts } from './job-output-store.ts';
import type { JobDeps } from '../job-deps.ts';
import type { StoredJob } from './stored-job.ts';

const HISTORY = {
  /** How long a removed job can be restored while Gesso is open, ms. */
  undoMilliseconds: 24 * 60 * 60_000,
} as const;

export type JobHistory = ReturnType<typeof createJobHistory>;

export function createJobHistory(
  deps: Pick<JobDeps, 'database' | 'jobs' | 'answers'> & {
    readonly publisher: JobPublisher;
    readonly clock: JobClock;
    /** The last answer of a running task, which is newer than the stored one. */
    readonly freshAnswer: (jobId: string) => StoredAnswer | undefined;
  },
) {
  const { jobs, publisher, clock } = deps;

  /** Oldest first. */
  function selected(selection: JobSelection): readonly StoredJob[] {
    const ids = 'jobIds' in selection ? selection.jobIds : jobs.idsOfGroup(selection.groupId);
    return ids.flatMap((id) => jobs.get(id) ?? []);
  }

  /** @param at `undefined` restores */
  function setRemoved(of: readonly StoredJob[], at: number | undefined): readonly string[] {
    const ids = of.map(({ id }) => id);
    jobs.setRemoved(ids, at);
    for (const id of ids) publisher.republish(id);
    return ids;
  }

  const groups = createJobGroups(deps.database, (job) => publisher.present(job));

  const list = (query: JobQuery): readonly Job[] =>
    jobs.list(query).map((job) => publisher.present(job));

  /** @returns removed jobs, all of which have ended */
  function remove(selection: JobSelection): readonly string[] {
    const ended = selected(selection).filter(
      ({ state, removedAt }) => isFinalJobState(state) && removedAt === undefined,
    );
    return setRemoved(ended, clock.now());
  }

  function restore(selection: JobSelection): readonly string[] {
    const removed = selected(selection).filter(({ removedAt }) => removedAt !== undefined);
    return setRemoved(removed, undefined);
  }

  const procedures = {
    list: os.jobs.list.handler(({ input }) => list(input)),
    entries: os.jobs.entries.handler(({ input }) => groups.entries(input)),
    groups: os.jobs.groups.handler(({ input }) => groups.groups(input.groupIds)),
    details: os.jobs.details.handler(({ input: { jobId } }) => {
      const job = jobs.get(jobId);
      if (job === undefined) {
        throw new AppError('not-found', 'This run is no longer in the library.');
      }
      const answer = deps.freshAnswer(jobId) ?? jobs.lastAnswer(jobId);
      const { preview } = publisher.present(job);
      return {
        request: job.request,
        timeline: jobs.timeline(jobId),
        lastAnswer: answer === undefined ? undefined : describeAnswer(answer),
        previews: preview === undefined ? [] : [preview],
        saved: jobs.outputs(jobId).flatMap(({ id }) => {
          // SECURITY: S8 only the file name: no path of this computer crosses.
          const path = jobs.savedPath(jobId, id);
          return path === undefined ? [] : [{ output: id, name: basename(path) }];
        }),
      };
    }),
    remove: os.jobs.remove.handler(({ input }) => remove(input)),
    restore: os.jobs.restore.handler(({ input }) => restore(input)),
    rate: os.jobs.rate.handler(({ input: { jobId, stars } }) => {
      jobs.rate(jobId, stars);
      publisher.republish(jobId);
    }),
  };

  return {
    procedures,
    groups: groups.groups,
    selected,
    list,
    remove,
    restore,
    /** @throws AppError `not-found` if there is no such file */
    takePoster(output: OutputReference, fileId: string): void {
      if (!jobs.setPoster(output.jobId, output.output, fileId)) throw noSuchFile();
      jobs.touch(output.jobId);
      publisher.republish(output.jobId);
    },
    notePlayable: os.clips.notePlayable.handler(({ input: { jobId, output, isPlayable } }) => {
      if (!jobs.setPlayable(jobId, output, isPlayable)) throw noSuchFile();
      jobs.touch(jobId);
      publisher.republish(jobId);
    }),
    /** A clip was measured again. @throws AppError `not-found` */
    setMeasures(output: OutputReference, facts: OutputFacts): void {
      if (!jobs.setMeasures(output.jobId, output.output, facts)) throw noSuchFile();
      jobs.touch(output.jobId);
      publisher.republish(output.jobId);
    },
    /** Permanent. @param isStart undo of the last session has expired */
    async purge(isStart: boolean = false): Promise<void> {
      const before = isStart ? clock.now() + 1 : clock.now() - HISTORY.undoMilliseconds;
      for (const id of jobs.purge(before)) await deps.answers.forget(id);
    },
  };
}

export function noSuchFile(): AppError {
  return new AppError('not-found', 'This file is no longer in the library.');
}

function describeAnswer({ at, text }: StoredAnswer): LastAnswer {
  const {
    contentChecks = [],
    times = [],
    status = '',
    taskType,
    info,
  } = reportOfAnswer(text) ?? {};
  return { at, text, taskType, status, info, times, contentChecks };
}
