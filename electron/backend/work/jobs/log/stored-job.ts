import type { JobKindName, JobRequest } from '../../../../../shared/contract/job-requests.ts';
import type { JobState, JobSubject, SweepPlace } from '../../../../../shared/contract/jobs.ts';
import type { AppErrorData } from '../../../../../shared/errors/app-error.ts';

/** Remarks of the service besides its files. */
export interface JobFindings {
  readonly seed?: string | undefined;
  readonly assetId?: string | undefined;
  readonly warning?: string | undefined;
  /** When the service deletes the results, Unix ms. */
  readonly expiresAt?: number | undefined;
  readonly fileCount?: number | undefined;
}

export interface StoredJob {
  readonly id: string;
  readonly revision: number;
  readonly kind: JobKindName;
  readonly state: JobState;
  readonly request: JobRequest;
  /** Parameters that affect the duration, such as model and steps. */
  readonly profile: string;
  /** `undefined` for a watched task. */
  readonly subject: JobSubject | undefined;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly requestHash: string;
  /** Results on each picture of the request when the job was planned, lowest first. */
  readonly patchIds: readonly (readonly string[])[];
  readonly taskId: string | undefined;
  readonly findings: JobFindings;
  readonly createdAt: number;
  readonly submittedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly error: AppErrorData | undefined;
  readonly answerFileId: string | undefined;
  readonly runId: string | undefined;
  readonly batchId: string | undefined;
  /** Price of the call at its start, 1/10000 USD; `undefined` if unknown or free. */
  readonly price: number | undefined;
  /** The saved result that replaces a call. */
  readonly storedFileId: string | undefined;
  readonly isAcknowledged: boolean;
  readonly sweep: SweepPlace | undefined;
  /** Among waiting jobs, smaller values are sent first. */
  readonly place: number;
  readonly stars: number;
  /** The result came although the user had cancelled the job. */
  readonly isLate: boolean;
  /** Another job of its group has repeated it. */
  readonly isRepeated: boolean;
  /** When the user removed it from lists, Unix ms. */
  readonly removedAt: number | undefined;
}

export type NewJob = Pick<
  StoredJob,
  'request' | 'profile' | 'subject' | 'connectionId' | 'connectionName' | 'requestHash' | 'patchIds'
> & {
  /** Wire format of `shared/mask/mask-tiles.ts`; only for a clean-up. */
  readonly mask?: Uint8Array | undefined;
  /** Paint of other jobs in the region; same format. */
  readonly others?: Uint8Array | undefined;
  readonly runId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly price?: number | undefined;
  readonly taskId?: string | undefined;
  readonly storedFileId?: string | undefined;
  readonly sweep?: SweepPlace | undefined;
};

/** Missing fields stay, except `error`, which is removed. */
export interface JobChange {
  readonly state: JobState;
  readonly taskId?: string | undefined;
  readonly findings?: JobFindings | undefined;
  readonly submittedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly error?: AppErrorData | undefined;
  readonly answerFileId?: string | undefined;
}
