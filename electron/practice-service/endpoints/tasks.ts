/** Tasks as polls tell them: "GET /v3/async/task-result" and, in the older envelope, "GET /v2/progress". */
import { type Answer, jsonAnswer } from '../answer.ts';
import { invalidBody } from '../errors.ts';
import { legacyAnswer } from '../legacy-envelope.ts';
import type { RequestContext, Route } from '../router.ts';
import { isOver, pollTask, type Task } from '../tasks/tasks.ts';

const RESULT_PATH = '/v3/async/task-result';
const PROGRESS_PATH = '/v2/progress';

export const TASK_ROUTES: readonly Route[] = [
  { method: 'GET', path: RESULT_PATH, handle: answerTaskResult },
  { method: 'GET', path: PROGRESS_PATH, handle: answerProgress },
];

/** By phase: of the newer endpoint, and of the older one. */
const STATUSES = {
  queued: ['TASK_STATUS_QUEUED', 0],
  processing: ['TASK_STATUS_PROCESSING', 1],
  succeeded: ['TASK_STATUS_SUCCEED', 2],
  failed: ['TASK_STATUS_FAILED', 3],
  'timed-out': ['TASK_STATUS_FAILED', 4],
} as const;

type Context = Pick<RequestContext, 'services' | 'origin'>;

function answerTaskResult(context: RequestContext): Answer {
  const id = context.url.searchParams.get('task_id') ?? '';
  if (id === '') throw invalidBody('The parameter task_id is missing.');
  const { task, oddity } = pollTask(context.services.tasks, id, 'IMG_TO_VIDEO');
  const result = taskResult(context, task);
  if (oddity === null) return jsonAnswer(result);
  const odd = { ...result.task, status: oddity.status, reason: '' };
  return jsonAnswer({ ...result, task: odd, videos: [] });
}

/**
 * The task result object, with addresses that are valid from now on, and with the additions of such services:
 * `extra.seed`, `task.eta` (seconds) and `task.progress_percent` (0 to 100).
 */
export function taskResult(context: Context, task: Task) {
  const { quirks } = task;
  const { fraction, etaSeconds } = progressOf(context, task);
  return {
    extra: task.facts,
    task: {
      task_id: task.id,
      task_type: task.kind,
      status: STATUSES[task.phase][0],
      reason: task.reason,
      eta: Math.ceil(etaSeconds),
      progress_percent: Math.floor(100 * fraction),
    },
    images: [],
    videos: task.outputs.map(({ key, ttlSeconds, type }) => ({
      video_url: resultUrl(context, RESULT_PATH, key, ttlSeconds),
      video_url_ttl: quirks.urlTtl === undefined ? String(ttlSeconds) : quirks.urlTtl,
      ...(quirks.isTypeHidden ? {} : { video_type: type }),
    })),
  };
}

/**
 * "Progress data": `progress` is 0 to 1, `eta_relative` in seconds. Content safety is not checked here, so every
 * picture is valid with a confidence of 0.
 */
function answerProgress(context: RequestContext): Answer {
  const id = context.url.searchParams.get('task_id') ?? '';
  const { task, oddity } = pollTask(context.services.tasks, id, 'UPSCALE');
  const { fraction, etaSeconds } = progressOf(context, task);
  const round = (value: number): number => Math.round(1000 * value) / 1000;
  const data = {
    status: STATUSES[task.phase][1],
    progress: round(fraction),
    eta_relative: round(etaSeconds),
    imgs: task.outputs.map(({ key, ttlSeconds }) =>
      resultUrl(context, PROGRESS_PATH, key, ttlSeconds),
    ),
    failed_reason: task.reason,
    current_images: [],
    submit_time: localTime(task.submittedAt),
    execution_time: localTime(task.startedAt),
    txt2img_time: localTime(task.startedAt),
    finish_time: localTime(task.finishedAt),
    info: task.facts['info'] ?? '',
    enable_nsfw_detection: false,
    nsfw_detection_result: task.outputs.map(() => ({ valid: true, confidence: 0 })),
    debug_info: {
      submit_time_ms: task.submittedAt,
      execution_time_ms: task.startedAt ?? 0,
      txt2img_time_ms: task.startedAt ?? 0,
      finish_time_ms: task.finishedAt ?? 0,
    },
  };
  return legacyAnswer(oddity === null ? data : { ...data, status: oddity.status, imgs: null });
}

function progressOf({ services }: Context, task: Task) {
  const isHidden = task.quirks.isProgressHidden && !isOver(task);
  return isHidden ? { fraction: 0, etaSeconds: 0 } : services.tasks.progress(task);
}

/** A signed address, valid from now on. The fault `expired-urls` of the path makes it one that has expired. */
function resultUrl(context: Context, path: string, key: string, seconds: number): string {
  const { storage, steering } = context.services;
  const isExpired = steering?.takeExpiredUrl(path) === true;
  return storage.signedUrl('GET', context.origin, key, isExpired ? -Math.max(1, seconds) : seconds);
}

/** `YYYY-MM-DD HH:MM:SS` in the zone of this machine; empty for a time that has not come. */
function localTime(milliseconds: number | null): string {
  if (milliseconds === null) return '';
  const time = new Date(milliseconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
