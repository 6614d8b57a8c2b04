/** What each kind of job knows about itself; everything else is the same for all. */
import type { MediaKind } from '../../../../shared/api/media-kind.ts';
import type { TaskResult } from '../../../../shared/api/tasks.ts';
import type {
  JobKindName,
  JobRequest,
  StartableRequest,
} from '../../../../shared/contract/job-requests.ts';
import type { CallOptions, ServiceClient } from '../../service/index.ts';
import type { JobConnection } from '../job-parts.ts';
import type { JobFindings, NewJob, StoredJob } from '../job-store.ts';

/** What came of sending a request. */
export type Sent =
  /** The answer lies complete in its place, see `Answers`. */
  | { readonly is: 'answered' }
  /** The service works on it and is asked for the result. */
  | { readonly is: 'task'; readonly taskId: string; readonly findings?: JobFindings | undefined }
  /** Nothing more is to come. */
  | { readonly is: 'over'; readonly findings: JobFindings };

/** A request that is ready to leave. May be called once. */
export type Send = (
  client: ServiceClient,
  options: CallOptions & { readonly answerPath: string },
) => Promise<Sent>;

/** See the file comment. */
export interface JobKind {
  /** Told when a job is done and the window is not in front. */
  readonly finishedTitle: string;
  /** Whether the result comes with the answer, is asked for later, or is nothing that is stored. */
  readonly result: 'answer' | 'task' | 'none';
  /**
   * The same request once more, with the pictures as they look now.
   *
   * @throws AppError as `StartableKind.plan`
   */
  planAgain(job: StoredJob, connection: JobConnection): NewJob;
  /**
   * Makes everything that is sent. Nothing leaves before the result is called.
   *
   * @throws AppError `disk-full`, `damaged-file`, `not-found` …
   */
  prepare(job: StoredJob): Promise<Send>;
  /**
   * Turns the files in the job's place into its result and records it, in one transaction. May be
   * repeated after any interruption.
   *
   * @throws AppError `bad-answer`, `disk-full`, `storage`
   */
  finish(job: StoredJob): Promise<StoredJob>;
  /** For kinds whose result is asked for: the question, and what may come. */
  readonly task?: {
    look(client: ServiceClient, taskId: string, options: CallOptions): Promise<TaskResult>;
    readonly accept: readonly MediaKind[];
  };
  /** What belongs to the job in the library; each is called within the transaction of its row. */
  readonly belongings?: {
    /** A job begins, or an identical one that is under way is joined. */
    take(job: NewJob): void;
    /** An identical one that is under way is joined. @returns its request when that has to change */
    join?(underWay: StoredJob, joining: NewJob): JobRequest | undefined;
    /** It came to nothing. */
    giveBack(job: StoredJob): void;
    /** It came to nothing and is taken up again. */
    takeAgain(job: StoredJob): void;
  };
}

/** A kind that `jobs.start` starts. `Request` is the kind's own. */
export interface StartableKind<Request extends StartableRequest> extends JobKind {
  /**
   * Checks what is asked against the service's limits and freezes what the pictures look like.
   *
   * @throws AppError `too-large`, `invalid-input`, `not-found`
   */
  plan(request: Request, connection: JobConnection): NewJob;
}

/**
 * The request of a job as the kind knows it.
 *
 * @throws Error when the row belongs to another kind: a mistake of the program's
 */
export function requestOf<Name extends JobKindName>(
  job: StoredJob,
  kind: Name,
): Extract<JobRequest, { kind: Name }> {
  if (job.request.kind !== kind) throw new Error(`The job ${job.id} is not of kind ${kind}.`);
  return job.request as Extract<JobRequest, { kind: Name }>;
}
