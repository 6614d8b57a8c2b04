import type {
  JobKindName,
  JobRequest,
  StartableRequest,
  TaskFamily,
} from '../../../../../shared/contract/job-requests.ts';
import type { JobSubject } from '../../../../../shared/contract/jobs.ts';
import type {
  CallListener,
  AnswerTarget,
  CallOptions,
  ServiceClient,
} from '../../../service/client/index.ts';
import type { JobConnection } from '../job-deps.ts';
import type { JobFindings, NewJob, StoredJob } from '../log/stored-job.ts';

type Sent =
  /** The answer is stored, see `Answers`. */
  | { readonly is: 'answered' }
  | { readonly is: 'task'; readonly taskId: string; readonly findings?: JobFindings | undefined }
  | { readonly is: 'over'; readonly findings: JobFindings };

type Send = (
  client: ServiceClient,
  options: CallOptions & AnswerTarget & CallListener,
) => Promise<Sent>;

export interface JobKind {
  readonly finishedTitle: string;
  /** `answer`: the call returns the result. `task`: it is polled. `none`: there is no file. */
  readonly result: 'answer' | 'task' | 'none';
  /** Uses the pictures as they are now. @throws AppError as `StartableKind.plan` */
  planAgain(job: StoredJob, connection: JobConnection): NewJob;
  /** Returns a function that sends the call. @throws AppError `disk-full`, `damaged-file` … */
  prepare(job: StoredJob): Promise<Send>;
  /** One transaction; repeatable. @throws AppError `bad-answer`, `disk-full`, `storage` */
  finish(job: StoredJob): Promise<StoredJob>;
  /** Only for tasks. */
  family?(request: JobRequest): TaskFamily;
  /** Painted pixels or text boxes. All are called within the transaction of the job's row. */
  readonly maskClaim?: {
    claim(job: NewJob): void;
    /** Returns the claimed mask in wire format; `undefined` if the job has its own mask. */
    claimed(job: StoredJob): Uint8Array | undefined;
    /** A running identical job is joined. @returns its request if that must change */
    join?(underWay: StoredJob, joining: NewJob): JobRequest | undefined;
    release(job: StoredJob): void;
    reclaim(job: StoredJob): void;
  };
}

export interface StartableKind<Request extends StartableRequest> extends JobKind {
  /** Freezes the request's pictures. @throws AppError `too-large`, `invalid-input`, `not-found` */
  plan(request: Request, connection: JobConnection): NewJob;
}

/** @throws Error for a job without a picture, which is a bug */
export function subjectOf(job: Pick<StoredJob, 'id' | 'subject'>): JobSubject {
  if (job.subject === undefined) throw new Error(`The job ${job.id} has no photo.`);
  return job.subject;
}

/** @throws Error for another kind, which is a bug */
export function jobRequest<Name extends JobKindName>(
  job: StoredJob,
  kind: Name,
): Extract<JobRequest, { kind: Name }> {
  if (job.request.kind !== kind) throw new Error(`The job ${job.id} is not of kind ${kind}.`);
  return job.request as Extract<JobRequest, { kind: Name }>;
}
