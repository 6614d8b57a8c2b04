/** Rows of the job log, and what the renderer may know of a job. */
import { z } from 'zod';
import { appErrorSchema, rectSchema } from '../../../shared/contract/common.ts';
import { jobRequestSchema } from '../../../shared/contract/job-requests.ts';
import { jobStateSchema, type Job, type JobOutput } from '../../../shared/contract/jobs.ts';
import type { JobFindings, StoredJob, StoredOutput } from './job-store.ts';

/** Every column but the mask, which may be large and is rarely needed. */
export const JOB_COLUMNS =
  'id, revision, kind, state, request, profile, photo_id, photo_name, connection_id, connection_name, request_hash, region, patch_ids, task_id, findings, created_at, submitted_at, ended_at, error, answer_file_id, run_id, batch_id, price, stored_file_id, is_acknowledged';

const findingsSchema = z.object({
  seed: z.string().optional(),
  assetId: z.string().optional(),
  warning: z.string().optional(),
  expiresAt: z.number().optional(),
  fileCount: z.number().optional(),
}) satisfies z.ZodType<JobFindings>;

const patchIdsSchema = z.array(z.array(z.string()));

/** @param row with {@link JOB_COLUMNS} */
export function toStoredJob(row: Record<string, unknown>): StoredJob {
  const request = jobRequestSchema.parse(parseJson(row['request']));
  return {
    id: String(row['id']),
    revision: Number(row['revision']),
    kind: request.kind,
    state: jobStateSchema.parse(row['state']),
    request,
    profile: String(row['profile']),
    photoId: String(row['photo_id']),
    photoName: String(row['photo_name']),
    connectionId: String(row['connection_id']),
    connectionName: String(row['connection_name']),
    requestHash: String(row['request_hash']),
    region: rectSchema.parse(parseJson(row['region'])),
    patchIds: patchIdsSchema.parse(parseJson(row['patch_ids'])),
    taskId: optionalText(row['task_id']),
    findings: findingsSchema.parse(parseJson(row['findings'])),
    createdAt: Number(row['created_at']),
    submittedAt: optionalNumber(row['submitted_at']),
    endedAt: optionalNumber(row['ended_at']),
    error:
      typeof row['error'] === 'string' ? appErrorSchema.parse(parseJson(row['error'])) : undefined,
    answerFileId: optionalText(row['answer_file_id']),
    runId: optionalText(row['run_id']),
    batchId: optionalText(row['batch_id']),
    price: optionalNumber(row['price']),
    storedFileId: optionalText(row['stored_file_id']),
    isAcknowledged: Number(row['is_acknowledged']) === 1,
  };
}

/** A row of `job_outputs`. */
export function toStoredOutput(row: Record<string, unknown>): StoredOutput {
  return {
    fileId: String(row['file_id']),
    width: optionalNumber(row['width']),
    height: optionalNumber(row['height']),
  };
}

/** What is known of a job at the moment and not stored. */
export interface JobMoment {
  /** 0 to 1 within the state. */
  readonly fraction?: number | undefined;
  readonly typicalMilliseconds?: number | undefined;
  readonly startsAt?: number | undefined;
  readonly expectedAt?: number | undefined;
  /** Why it is held up; in place of the row's error. */
  readonly trouble?: Job['error'];
}

/** What the renderer may know of a job. */
export function toJob(job: StoredJob, outputs: readonly JobOutput[], moment: JobMoment): Job {
  const { findings } = job;
  return {
    id: job.id,
    revision: job.revision,
    kind: job.kind,
    state: job.state,
    request: job.request,
    photoId: job.photoId,
    photoName: job.photoName,
    connectionName: job.connectionName,
    region: job.region,
    taskId: job.taskId,
    createdAt: job.createdAt,
    startsAt: moment.startsAt,
    submittedAt: job.submittedAt,
    expectedAt: moment.expectedAt,
    endedAt: job.endedAt,
    fraction: moment.fraction,
    typicalMilliseconds: moment.typicalMilliseconds,
    expiresAt: job.state === 'done' ? undefined : findings.expiresAt,
    error: moment.trouble ?? job.error,
    outputs,
    seed: findings.seed,
    assetId: findings.assetId,
    warning: findings.warning,
    isAcknowledged: job.isAcknowledged,
    runId: job.runId,
    batchId: job.batchId,
    price: job.price,
    hasKeptAnswer: job.answerFileId !== undefined && job.state !== 'done',
    canLookAgain: canLookAgain(job),
  };
}

/** Whether asking for the task once more may bring a result. */
export function canLookAgain(job: StoredJob): boolean {
  const hasEnded = ['failed', 'unknown', 'expired', 'cancelled'].includes(job.state);
  return hasEnded && job.taskId !== undefined;
}

function parseJson(value: unknown): unknown {
  return JSON.parse(String(value));
}

function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
