/**
 * GET /v3/async/task-result as it is on the wire, and the one shape in which the program knows the
 * state of a remote task, whichever endpoint told it (specification, "Task result").
 */
import type { MediaKind } from './media-kind.ts';

/** The path below the base URL. */
export const TASK_RESULT_PATH = '/v3/async/task-result';

/**
 * `unrecognised`: a status nobody has heard of. The task still runs as far as anyone knows: look
 * again, less often; never a failure.
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
  /** Why it failed, in the service's words; never empty. */
  readonly reason: string | undefined;
  /** 0 to 1; 1 once it succeeded; `undefined` when unknown. */
  readonly progress: number | undefined;
  /** Seconds that are left; `undefined` when unknown. */
  readonly etaSeconds: number | undefined;
  /** The seed that was really used. A string: it may pass what a number holds. */
  readonly seed: string | undefined;
  /** What can be downloaded, in the service's order. */
  readonly files: readonly TaskFile[];
  /** Addresses of pictures of the work so far (`current_images`). */
  readonly previews: readonly string[];
  /** When it was finished, Unix milliseconds. */
  readonly finishedAt: number | undefined;
}

/** A file that a task made. */
export interface TaskFile {
  /** Pre-signed, http or https: a secret as long as it is valid. */
  readonly url: string;
  /** What the service says that it is; the bytes decide. */
  readonly mediaHint: MediaKind | undefined;
  /** Unix milliseconds from which on the address is refused; `undefined` when unknown. */
  readonly expiresAt: number | undefined;
  /** The content check's word on this file, where it ran. */
  readonly contentCheck: ContentCheck | undefined;
}

/** One entry of `nsfw_detection_result`. */
export interface ContentCheck {
  /** As sent; the specification does not say of what. */
  readonly valid: boolean | undefined;
  /** A percentage-like score. */
  readonly confidence: number | undefined;
}
