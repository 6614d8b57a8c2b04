import { rectSchema } from '../../../../../shared/contract/common.ts';
import { jobRequestSchema } from '../../../../../shared/contract/job-requests.ts';
import {
  briefOf,
  isFinalJobState,
  type Job,
  type JobOutput,
} from '../../../../../shared/contract/jobs.ts';
import { isPractice } from '../../../library/practice-id.ts';
import { sentPixels, type Timing } from '../measures/expected-time.ts';
import { sqlPart } from '../../../library/row-values.ts';
import type { StoredJob } from './stored-job.ts';

/** Without the mask, which may be large and is rarely needed. */
export const JOB_COLUMNS = sqlPart`id, revision, kind, state, request, profile, photo_id,
  photo_name, connection_id, connection_name,
  request_hash, region, patch_ids, task_id, findings, created_at, submitted_at, ended_at, error,
  answer_file_id, run_id, batch_id, price, stored_file_id, is_acknowledged, sweep, stars,
  coalesce(place, created_at) AS place, is_repeated, removed_at,
  state = 'done' AND instr(timeline, '"cancelled"') > 0 AS is_late`;

export function toTiming(row: Record<string, unknown>): Timing {
  const request = jobRequestSchema.parse(parseJson(row['request']));
  const region = row['region'] === null ? undefined : rectSchema.parse(parseJson(row['region']));
  const subject = region && { region };
  return { pixels: sentPixels(request, subject), milliseconds: Number(row['duration']) };
}

export interface JobMoment {
  /** 0 to 1 within the state. */
  readonly fraction?: number | undefined;
  readonly typicalMilliseconds?: number | undefined;
  readonly startsAt?: number | undefined;
  readonly expectedAt?: number | undefined;
  readonly serviceStatus?: string | undefined;
  readonly preview?: string | undefined;
  /** The error that delays it; replaces the row's error. */
  readonly trouble?: Job['error'];
}

export function toJob(job: StoredJob, outputs: readonly JobOutput[], moment: JobMoment): Job {
  const { findings } = job;
  return {
    id: job.id,
    revision: job.revision,
    kind: job.kind,
    state: job.state,
    brief: briefOf(job.request),
    title: jobTitle(job),
    subject: job.subject,
    connectionId: job.connectionId,
    connectionName: job.connectionName,
    isPractice: isPractice(job.connectionId),
    taskId: job.taskId,
    createdAt: job.createdAt,
    startsAt: moment.startsAt,
    place: job.state === 'waiting' ? job.place : undefined,
    submittedAt: job.submittedAt,
    expectedAt: moment.expectedAt,
    serviceStatus: moment.serviceStatus,
    endedAt: job.endedAt,
    fraction: moment.fraction,
    typicalMilliseconds: moment.typicalMilliseconds,
    expiresAt: job.state === 'done' ? undefined : findings.expiresAt,
    error: moment.trouble ?? job.error,
    outputs,
    preview: moment.preview,
    seed: findings.seed,
    assetId: findings.assetId,
    warning: findings.warning,
    isAcknowledged: job.isAcknowledged,
    runId: job.runId,
    batchId: job.batchId,
    sweep: job.sweep,
    stars: job.stars,
    isLate: job.isLate,
    isRemoved: job.removedAt !== undefined,
    price: job.price,
    hasKeptAnswer: job.answerFileId !== undefined && job.state !== 'done',
    canPollAgain: canPollAgain(job),
  };
}

const SHORT_TASK_ID = 8;

export function jobTitle({ subject, taskId = '' }: Pick<StoredJob, 'subject' | 'taskId'>): string {
  if (subject !== undefined) return subject.photoName;
  return taskId.length > SHORT_TASK_ID
    ? `Task ${taskId.slice(0, SHORT_TASK_ID)}…`
    : `Task ${taskId}`;
}

/** False without an id, or after the service has reported a failure. */
export function canPollAgain(job: StoredJob): boolean {
  const hasEnded = isFinalJobState(job.state) && job.state !== 'done';
  return hasEnded && job.taskId !== undefined && job.error?.kind !== 'service-failed';
}

function parseJson(value: unknown): unknown {
  return JSON.parse(String(value));
}
