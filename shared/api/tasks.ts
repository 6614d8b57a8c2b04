/**
 * GET /v3/async/task-result as it is on the wire, and the one shape in which the program knows the
 * state of a remote task, from either endpoint (specification, "Task result").
 */
import { z } from 'zod';
import { expiryOf } from './expiry.ts';
import {
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
  MOST,
} from './lenient.ts';
import { mediaKindOfName, type MediaKind } from './media-kind.ts';
import { clamp } from '../numbers.ts';

/** The path below the base URL. */
export const TASK_RESULT_PATH = '/v3/async/task-result';

/**
 * `unrecognised`: an unknown status. The task may still be running: look again, less often; never a
 * failure.
 */
export const TASK_STATUSES = [
  'queued',
  'processing',
  'succeeded',
  'failed',
  'unrecognised',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The state of a remote task. */
export interface TaskResult {
  /** As the service names it in the answer; `undefined` where it does not. */
  readonly taskId: string | undefined;
  readonly status: TaskStatus;
  /** As it was sent, e.g. `TASK_STATUS_SUCCEED` or `2`; empty when there was none. */
  readonly rawStatus: string;
  /** The reason of the failure, in the service's words; never empty. */
  readonly reason: string | undefined;
  /** 0 to 1; 1 once it succeeded; `undefined` when unknown. */
  readonly progress: number | undefined;
  /** Seconds that are left; `undefined` when unknown. */
  readonly etaSeconds: number | undefined;
  /** The seed that was really used. A string: it may be larger than a number can hold. */
  readonly seed: string | undefined;
  /** Files to download, in the service's order. */
  readonly files: readonly TaskFile[];
  /** Pictures of the work so far (`current_images`): addresses, or base64. */
  readonly previews: readonly string[];
  /** When it was finished, Unix milliseconds. */
  readonly finishedAt: number | undefined;
}

/** A file that a task made. */
export interface TaskFile {
  /** Pre-signed, http or https: a secret as long as it is valid. */
  readonly url: string;
  /** The type by the service's word; the bytes decide. */
  readonly mediaHint: MediaKind | undefined;
  /** Unix milliseconds from which on the address is refused; `undefined` when unknown. */
  readonly expiresAt: number | undefined;
  /** The content check's word on this file, where it ran. */
  readonly contentCheck: ContentCheck | undefined;
}

/** One entry of `nsfw_detection_result`. */
export interface ContentCheck {
  /** As sent; the specification does not explain it. */
  readonly valid: boolean | undefined;
  /** A percentage-like score. */
  readonly confidence: number | undefined;
}

/** One entry of `nsfw_detection_result`, as it is sent with images and by GET /v2/progress. */
export const contentCheckSchema = z.looseObject({
  valid: lenientBoolean,
  confidence: lenientWithin(0, 100),
});

/** Characters of an address; a signed one has some two thousand. */
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
    /** Only compared with the one that was asked for. */
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

/** Statuses that are known, without their prefix. The specification states `TASK_STATUS_SUCCEED` only. */
const STATUSES: Readonly<Record<string, TaskStatus>> = {
  QUEUED: 'queued',
  PROCESSING: 'processing',
  SUCCEED: 'succeeded',
  FAILED: 'failed',
};

/**
 * The answer of GET /v3/async/task-result in the program's own terms.
 *
 * @param receivedAt Unix milliseconds, for the validity of addresses
 * @returns `undefined` when it does not speak of a task at all
 */
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

/** An unknown word with a file means that the task is done. */
export function statusWith(status: TaskStatus, files: readonly TaskFile[]): TaskStatus {
  return status === 'unrecognised' && files.length > 0 ? 'succeeded' : status;
}

/** True when an answer is about a task, in any state. */
export function speaksOfTask(json: unknown): boolean {
  return isRecord(json) && 'task' in json;
}

/**
 * Progress and time left, as far as they can be believed: 0 and 0 while a task runs means that
 * nothing is known, and a task that succeeded is always at 1.
 *
 * @param progress 0 to 1
 * @param etaSeconds seconds that are left
 */
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

/** A file that can be fetched, or nothing: an address that is not http is left out. */
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
