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
  const {
    request,
    profile: _profile,
    requestHash: _hash,
    patchIds: _patchIds,
    findings: { expiresAt, seed, assetId, warning },
    answerFileId,
    storedFileId: _stored,
    isRepeated: _repeated,
    removedAt,
    ...shown
  } = job;
  const { fraction, startsAt, expectedAt, serviceStatus, typicalMilliseconds, preview } = moment;
  const isDone = job.state === 'done';
  return {
    ...shown,
    fraction,
    startsAt,
    expectedAt,
    serviceStatus,
    typicalMilliseconds,
    preview,
    seed,
    assetId,
    warning,
    brief: briefOf(request),
    title: jobTitle(job),
    isPractice: isPractice(job.connectionId),
    place: job.state === 'waiting' ? job.place : undefined,
    expiresAt: isDone ? undefined : expiresAt,
    error: moment.trouble ?? job.error,
    outputs,
    isRemoved: removedAt !== undefined,
    hasKeptAnswer: answerFileId !== undefined && !isDone,
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
