import { z } from 'zod';
import { appErrorSchema, rectSchema } from '../../../../../shared/contract/common.ts';
import { jobRequestSchema, type JobKindName } from '../../../../../shared/contract/job-requests.ts';
import {
  jobStateSchema,
  sweepPlaceSchema,
  type JobState,
  type JobSubject,
  type SweepPlace,
} from '../../../../../shared/contract/jobs.ts';
import {
  createRowReader,
  optionalNumber,
  optionalText,
  storedJson,
  toBoolean,
  type Row,
} from '../../../library/row-values.ts';
import type { AppErrorData } from '../../../../../shared/errors/app-error.ts';

/** Remarks of the service besides its files. */
const findingsSchema = z.object({
  seed: z.string().optional(),
  assetId: z.string().optional(),
  warning: z.string().optional(),
  /** When the service deletes the results, Unix ms. */
  expiresAt: z.int().nonnegative().optional().catch(undefined),
  fileCount: z.int().nonnegative().optional().catch(undefined),
});
export type JobFindings = z.infer<typeof findingsSchema>;

const patchIdsSchema = z.array(z.array(z.string()));

const readJob = createRowReader({
  id: String,
  revision: Number,
  state: (value) => jobStateSchema.parse(value),
  request: (value) => jobRequestSchema.parse(JSON.parse(String(value))),
  /** Parameters that affect the duration, such as model and steps. */
  profile: String,
  connectionId: String,
  connectionName: String,
  requestHash: String,
  /** Results on each picture of the request when the job was planned, lowest first. */
  patchIds: (value): readonly (readonly string[])[] => storedJson(patchIdsSchema, value) ?? [],
  taskId: optionalText,
  findings: (value): JobFindings => storedJson(findingsSchema, value) ?? {},
  createdAt: Number,
  submittedAt: optionalNumber,
  endedAt: optionalNumber,
  error: (value): AppErrorData | undefined => storedJson(appErrorSchema, value),
  answerFileId: optionalText,
  runId: optionalText,
  batchId: optionalText,
  /** Price of the call at its start, 1/10000 USD; `undefined` if unknown or free. */
  price: optionalNumber,
  /** The saved result that replaces a call. */
  storedFileId: optionalText,
  isAcknowledged: toBoolean,
  sweep: (value): SweepPlace | undefined => storedJson(sweepPlaceSchema, value),
  /** Among waiting jobs, smaller values are sent first. */
  place: Number,
  stars: Number,
  /** The result came although the user had cancelled the job. */
  isLate: toBoolean,
  /** Another job of its group has repeated it. */
  isRepeated: toBoolean,
  /** When the user removed it from lists, Unix ms. */
  removedAt: optionalNumber,
});

export interface StoredJob extends ReturnType<typeof readJob> {
  readonly kind: JobKindName;
  /** `undefined` for a watched task. */
  readonly subject: JobSubject | undefined;
}

export function toStoredJob(row: Row): StoredJob {
  const job = readJob(row);
  return { ...job, kind: job.request.kind, subject: subjectOf(row) };
}

function subjectOf(row: Row): JobSubject | undefined {
  const photoId = optionalText(row['photo_id']);
  if (photoId === undefined) return undefined;
  return {
    photoId,
    photoName: String(row['photo_name']),
    region: rectSchema.parse(JSON.parse(String(row['region']))),
  };
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
