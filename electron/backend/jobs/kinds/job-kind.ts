/** The parts in which kinds of jobs differ; everything else is the same for all. */
import type {
  JobKindName,
  JobRequest,
  StartableRequest,
  TaskFamily,
} from '../../../../shared/contract/job-requests.ts';
import type { JobSubject } from '../../../../shared/contract/jobs.ts';
import type {
  AnswerListener,
  AnswerPlace,
  CallOptions,
  ServiceClient,
} from '../../service/index.ts';
import type { JobConnection } from '../job-parts.ts';
import type { JobFindings, NewJob, StoredJob } from '../log/stored-job.ts';

/** The outcome of sending a request. */
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
  options: CallOptions & AnswerPlace & AnswerListener,
) => Promise<Sent>;

export interface JobKind {
  /** Title of the notification when a job is done and the window is not in front. */
  readonly finishedTitle: string;
  /** `answer`: the result comes with the answer. `task`: it is asked for later. `none`: there is no file. */
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
  /** For kinds whose result is asked for. */
  readonly task?: {
    /** The endpoint that reports the task. */
    family(request: JobRequest): TaskFamily;
  };
  /**
   * The job's claim on painted pixels of its photo, or on boxes around text; each change is called
   * within the transaction of the job's row.
   */
  readonly maskClaim?: {
    /** A job begins, or an identical one that is under way is joined. */
    claim(job: NewJob): void;
    /** The mask that the job has claimed, in the wire form; `undefined` when its mask is its own. */
    claimed(job: StoredJob): Uint8Array | undefined;
    /** An identical one that is under way is joined. @returns its request when that has to change */
    join?(underWay: StoredJob, joining: NewJob): JobRequest | undefined;
    /** It ended without a result. */
    release(job: StoredJob): void;
    /** It ended without a result and runs again. */
    reclaim(job: StoredJob): void;
  };
}

/** A kind that `jobs.start` starts. `Request` is the kind's own. */
export interface StartableKind<Request extends StartableRequest> extends JobKind {
  /**
   * Checks the request against the service's limits and freezes the look of the pictures.
   *
   * @throws AppError `too-large`, `invalid-input`, `not-found`
   */
  plan(request: Request, connection: JobConnection): NewJob;
}

/**
 * The picture that a job works on.
 *
 * @throws Error for a job without one: a mistake of the program's
 */
export function subjectOf(job: Pick<StoredJob, 'id' | 'subject'>): JobSubject {
  if (job.subject === undefined) throw new Error(`The job ${job.id} has no photo.`);
  return job.subject;
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
