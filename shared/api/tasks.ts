/** Specification, "Task result". */
import { z } from 'zod';
import {
  MOST,
  isRecord,
  lenientBoolean,
  lenientId,
  lenientList,
  lenientNumber,
  lenientObject,
  lenientString,
  lenientText,
  lenientWhole,
  lenientWithin,
} from './lenient.ts';
import { type MediaKind, mediaKindOfName } from './media-kind.ts';
import { clamp } from '../numbers.ts';

/** The seconds that services send are sometimes 0 for an hour; the address is reliable. */

interface AddressValidity {
  readonly url: string;
  /** Seconds as sent; 0 and less mean nothing. */
  readonly ttlSeconds: number | undefined;
  /** Unix milliseconds of the answer that contained the address. */
  readonly receivedAt: number;
}

/** Longest validity, seconds. AWS signs for at most a week; ten years stand for "never". */
const MAX_VALIDITY_SECONDS = 10 * 365 * 86_400;

/** Unix ms; `undefined` if unknown. */
export function expiryOf({ url, ttlSeconds, receivedAt }: AddressValidity): number | undefined {
  const signed = expiryOfUrl(url);
  if (signed !== undefined) return signed;
  if (ttlSeconds === undefined || ttlSeconds <= 0) return undefined;
  return receivedAt + Math.min(ttlSeconds, MAX_VALIDITY_SECONDS) * 1000;
}

/**
 * Unix ms, from `X-Amz-Date` + `X-Amz-Expires` or other vendors' prefixes, or from `Expires` in
 * Unix seconds (CloudFront and most object stores).
 */
export function expiryOfUrl(url: string): number | undefined {
  const parameters = queryOf(url);
  for (const [name, value] of parameters) {
    const vendor = /^(x-[a-z]+)-expires$/u.exec(name)?.[1];
    if (vendor === undefined) continue;
    const signedAt = dateOfSignature(parameters.get(`${vendor}-date`) ?? '');
    const seconds = wholeNumber(value);
    if (signedAt !== undefined && seconds !== undefined && seconds <= MAX_VALIDITY_SECONDS) {
      return signedAt + seconds * 1000;
    }
  }
  const seconds = wholeNumber(parameters.get('expires') ?? '');
  // Small numbers are a duration without a start, not a time.
  const isTime = seconds !== undefined && seconds > 1_000_000_000 && seconds < 100_000_000_000;
  return isTime ? seconds * 1000 : undefined;
}

function queryOf(url: string): ReadonlyMap<string, string> {
  const start = url.indexOf('?');
  const text = start < 0 ? '' : (url.slice(start + 1).split('#')[0] ?? '');
  const parameters = new Map<string, string>();
  for (const pair of text.split('&')) {
    const [name = '', ...value] = pair.split('=');
    const key = decoded(name).toLowerCase();
    if (!parameters.has(key)) parameters.set(key, decoded(value.join('=')));
  }
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses `20261121T093000Z` into Unix milliseconds. */
function dateOfSignature(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isFinite(time) ? time : undefined;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

export const TASK_RESULT_PATH = '/v3/async/task-result';

/** `unrecognised`: the task may still run, so poll less often; never a failure. */
export const TASK_STATUSES = [
  'queued',
  'processing',
  'succeeded',
  'failed',
  'unrecognised',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface TaskResult {
  /** As in the answer; `undefined` if missing. */
  readonly taskId: string | undefined;
  readonly status: TaskStatus;
  /** As sent, such as `TASK_STATUS_SUCCEED` or `2`; empty if missing. */
  readonly rawStatus: string;
  /** Reason of the failure in the service's words; never empty. */
  readonly reason: string | undefined;
  /** 0 to 1; 1 after success. */
  readonly progress: number | undefined;
  /** Remaining seconds. */
  readonly etaSeconds: number | undefined;
  /** The seed that was used, as text because it may exceed a double. */
  readonly seed: string | undefined;
  readonly files: readonly TaskFile[];
  /** `current_images`: addresses or base64. */
  readonly previews: readonly string[];
  /** Unix milliseconds. */
  readonly finishedAt: number | undefined;
}

export interface TaskFile {
  /** Pre-signed http(s) address: a secret while it is valid. */
  readonly url: string;
  readonly mediaHint: MediaKind | undefined;
  /** Unix milliseconds; `undefined` if unknown. */
  readonly expiresAt: number | undefined;
  readonly contentCheck: ContentCheck | undefined;
}

export interface ContentCheck {
  /** As sent; the specification doesn't explain it. */
  readonly valid: boolean | undefined;
  /** Roughly a percentage. */
  readonly confidence: number | undefined;
}

/** An entry of `nsfw_detection_result`. */
export const contentCheckSchema = z.looseObject({
  valid: lenientBoolean,
  confidence: lenientWithin(0, 100),
});

/** Longest address in characters; a signed one has some two thousand. */
const MOST_ADDRESS = 20_000;

const imageSchema = z.looseObject({
  image_url: lenientString,
  image_url_ttl: lenientWhole(MOST.seconds),
  image_type: lenientString,
  nsfw_detection_result: contentCheckSchema.nullish().catch(undefined),
});

const videoSchema = z.looseObject({
  video_url: lenientString,
  /** Sent as a string. */
  video_url_ttl: lenientWhole(MOST.seconds),
  video_type: lenientString,
});

const taskAnswerSchema = z.looseObject({
  task: z.looseObject({
    /** Only compared with the requested id. */
    task_id: lenientText(MOST.sentence),
    status: lenientText(MOST.word),
    reason: lenientText(MOST.sentence),
    /** Seconds. */
    eta: lenientWithin(0, MOST.seconds),
    /** 0 to 100. */
    progress_percent: lenientNumber,
  }),
  extra: lenientObject({ seed: lenientId }),
  images: lenientList(imageSchema),
  videos: lenientList(videoSchema),
});

/** Known statuses without their prefix. The specification states only `TASK_STATUS_SUCCEED`. */
const STATUSES: Readonly<Record<string, TaskStatus>> = {
  QUEUED: 'queued',
  PROCESSING: 'processing',
  SUCCEED: 'succeeded',
  FAILED: 'failed',
};

/** @param receivedAt Unix ms @returns `undefined` if it is not about a task */
export function taskOfAnswer(json: unknown, receivedAt: number): TaskResult | undefined {
  const parsed = taskAnswerSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { task, extra, images, videos } = parsed.data;
  const rawStatus = task.status ?? '';
  const files = [
    ...videos.flatMap((video) =>
      fileOf(video.video_url, video.video_url_ttl, video.video_type, undefined, receivedAt),
    ),
    ...images.flatMap((image) =>
      fileOf(
        image.image_url,
        image.image_url_ttl,
        image.image_type,
        image.nsfw_detection_result ?? undefined,
        receivedAt,
      ),
    ),
  ];
  const status = statusWith(statusOfName(rawStatus), files);
  const percent = task.progress_percent;
  return {
    taskId: task.task_id,
    status,
    rawStatus,
    reason: task.reason,
    ...progressOf(status, percent === undefined ? undefined : percent / 100, task.eta),
    seed: extra.seed,
    files,
    previews: [],
    finishedAt: undefined,
  };
}

/** An unknown status with a file means that the task is done. */
export function statusWith(status: TaskStatus, files: readonly TaskFile[]): TaskStatus {
  return status === 'unrecognised' && files.length > 0 ? 'succeeded' : status;
}

export function speaksOfTask(json: unknown): boolean {
  return isRecord(json) && 'task' in json;
}

/** 0 and 0 of a running task are unknown. @param progress 0 to 1 @param etaSeconds remaining */
export function progressOf(
  status: TaskStatus,
  progress: number | undefined,
  etaSeconds: number | undefined,
): Pick<TaskResult, 'progress' | 'etaSeconds'> {
  if (status === 'succeeded') return { progress: 1, etaSeconds: 0 };
  if (status === 'failed') return { progress: undefined, etaSeconds: undefined };
  const done = progress === undefined ? undefined : clamp(progress, 0, 1);
  const isSilent = (done ?? 0) === 0 && (etaSeconds ?? 0) === 0;
  return isSilent ? { progress: undefined, etaSeconds: undefined } : { progress: done, etaSeconds };
}

/** Returns nothing for an address that is not http(s). */
export function fileOf(
  url: string | undefined,
  ttlSeconds: number | undefined,
  type: string | undefined,
  contentCheck: z.output<typeof contentCheckSchema> | undefined,
  receivedAt: number,
): readonly TaskFile[] {
  const address = url?.trim() ?? '';
  if (address.length > MOST_ADDRESS) return [];
  if (!/^https?:\/\/[^\s]+$/iu.test(address)) return [];
  return [
    {
      url: address,
      mediaHint: mediaKindOfName(type) ?? mediaKindOfName(address.split(/[?#]/u)[0]),
      expiresAt: expiryOf({ url: address, ttlSeconds, receivedAt }),
      contentCheck:
        contentCheck === undefined
          ? undefined
          : { valid: contentCheck.valid, confidence: contentCheck.confidence },
    },
  ];
}

function statusOfName(name: string): TaskStatus {
  const bare = name
    .trim()
    .toUpperCase()
    .replace(/^TASK_STATUS_/u, '');
  return Object.hasOwn(STATUSES, bare) ? (STATUSES[bare] ?? 'unrecognised') : 'unrecognised';
}
