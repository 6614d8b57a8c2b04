/** The interface of a kind of job; everything else is shared. */
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

export type Sent =
  /** The answer is stored, see `Answers`. */
  | { readonly is: 'answered' }
  /** The service works on it and is polled. */
  | { readonly is: 'task'; readonly taskId: string; readonly findings?: JobFindings | undefined }
  /** The call returns no file. */
  | { readonly is: 'over'; readonly findings: JobFindings };

/** A prepared request, to be called once. */
export type Send = (
  client: ServiceClient,
  options: CallOptions & AnswerPlace & AnswerListener,
) => Promise<Sent>;

export interface JobKind {
  /** Title of the notification when the window is not in front. */
  readonly finishedTitle: string;
  /** `answer`: the call returns the result. `task`: it is polled. `none`: there is no file. */
  readonly result: 'answer' | 'task' | 'none';
  /**
   * Plans the same request again, with the pictures as they are now.
   * @throws AppError as `StartableKind.plan`
   */
  planAgain(job: StoredJob, connection: JobConnection): NewJob;
  /**
   * Prepares everything to send. Nothing is sent before the result is called.
   * @throws AppError `disk-full`, `damaged-file`, `not-found` …
   */
  prepare(job: StoredJob): Promise<Send>;
  /**
   * Converts the job's files to its result and records it, in one transaction. Can be repeated
   * after any interruption.
   * @throws AppError `bad-answer`, `disk-full`, `storage`
   */
  finish(job: StoredJob): Promise<StoredJob>;
  /** For polled kinds. */
  readonly task?: {
    /** The endpoint that reports the task. */
    family(request: JobRequest): TaskFamily;
  };
  /**
   * The job's claim on painted pixels or text boxes of its photo. All are called within the
   * transaction of the job's row.
   */
  readonly maskClaim?: {
    /** A job starts, or a running identical one is joined. */
    claim(job: NewJob): void;
    /** Returns the claimed mask in wire format; `undefined` if the job has its own mask. */
    claimed(job: StoredJob): Uint8Array | undefined;
    /** A running identical job is joined. @returns its request if that must change */
    join?(underWay: StoredJob, joining: NewJob): JobRequest | undefined;
    /** The job ended without a result. */
    release(job: StoredJob): void;
    /** The job ended without a result and is repeated. */
    reclaim(job: StoredJob): void;
  };
}

/** A kind that `jobs.start` starts. */
export interface StartableKind<Request extends StartableRequest> extends JobKind {
  /**
   * Validates the request and freezes its pictures.
   * @throws AppError `too-large`, `invalid-input`, `not-found`
   */
  plan(request: Request, connection: JobConnection): NewJob;
}

/** @throws Error for a job without a picture, which is a bug */
export function subjectOf(job: Pick<StoredJob, 'id' | 'subject'>): JobSubject {
  if (job.subject === undefined) throw new Error(`The job ${job.id} has no photo.`);
  return job.subject;
}

/**
 * Narrows the request of a job.
 * @throws Error for another kind, which is a bug
 */
export function requestOf<Name extends JobKindName>(
  job: StoredJob,
  kind: Name,
): Extract<JobRequest, { kind: Name }> {
  if (job.request.kind !== kind) throw new Error(`The job ${job.id} is not of kind ${kind}.`);
  return job.request as Extract<JobRequest, { kind: Name }>;
}
