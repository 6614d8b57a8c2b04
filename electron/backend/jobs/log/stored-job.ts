/** A job as the log keeps it: before its start, as a row, and what a step of it may change. */
import type { JobKindName, JobRequest } from '../../../../shared/contract/job-requests.ts';
import type { JobState, JobSubject, SweepPlace } from '../../../../shared/contract/jobs.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';

/** Remarks of the service beside its files. */
export interface JobFindings {
  /** The seed that was really used. */
  readonly seed?: string | undefined;
  readonly assetId?: string | undefined;
  readonly warning?: string | undefined;
  /** Until when the service keeps the results, Unix ms. */
  readonly expiresAt?: number | undefined;
  /** Number of files the task produced. */
  readonly fileCount?: number | undefined;
}

/** A job as it is stored, without its mask. */
export interface StoredJob {
  readonly id: string;
  readonly revision: number;
  readonly kind: JobKindName;
  readonly state: JobState;
  readonly request: JobRequest;
  /** The parameters that decide how long such a job takes, e.g. model and steps. */
  readonly profile: string;
  /** `undefined` for a watched task. */
  readonly subject: JobSubject | undefined;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly requestHash: string;
  /** Results over each picture of the request when the job was planned, lowest first. */
  readonly patchIds: readonly (readonly string[])[];
  readonly taskId: string | undefined;
  readonly findings: JobFindings;
  readonly createdAt: number;
  readonly submittedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly error: AppErrorData | undefined;
  readonly answerFileId: string | undefined;
  /** Jobs that were started together have the same. */
  readonly runId: string | undefined;
  /** The recipe's run that it belongs to. */
  readonly batchId: string | undefined;
  /** The price of the call at its start, 1/10000 USD; `undefined` = not known, or free. */
  readonly price: number | undefined;
  /** The saved result that is used in place of a call. */
  readonly storedFileId: string | undefined;
  /** The user has dismissed the end of the job. */
  readonly isAcknowledged: boolean;
  /** Its place in a sweep, if the run is one. */
  readonly sweep: SweepPlace | undefined;
  /** Among waiting ones the smaller leaves first. */
  readonly place: number;
  /** The user's rating, 0 to 5. */
  readonly stars: number;
  /** The user had cancelled it, and its result came all the same. */
  readonly isLate: boolean;
  /** Another job of its group has repeated it. */
  readonly isRepeated: boolean;
  /** When the user has taken it out of the lists, Unix ms. */
  readonly removedAt: number | undefined;
}

/** A job before it starts. */
export type NewJob = Pick<
  StoredJob,
  'request' | 'profile' | 'subject' | 'connectionId' | 'connectionName' | 'requestHash' | 'patchIds'
> & {
  /** Wire form of `shared/mask/mask-tiles.ts`; only for a clean-up. */
  readonly mask?: Uint8Array | undefined;
  /** Painted pixels in the region that belong to other jobs; the same form. */
  readonly others?: Uint8Array | undefined;
  readonly runId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly price?: number | undefined;
  /** A task that was started elsewhere: such a job begins with its task under way. */
  readonly taskId?: string | undefined;
  /** See {@link StoredJob}; such a job begins with its answer in hand. */
  readonly storedFileId?: string | undefined;
  readonly sweep?: SweepPlace | undefined;
};

/** The fields that a step of a job may change; missing ones stay, except `error`, which is removed. */
export interface JobChange {
  readonly state: JobState;
  readonly taskId?: string | undefined;
  readonly findings?: JobFindings | undefined;
  readonly submittedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly error?: AppErrorData | undefined;
  readonly answerFileId?: string | undefined;
}
