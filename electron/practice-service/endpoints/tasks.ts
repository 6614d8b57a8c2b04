import { type Answer, envelope, invalidBody, jsonAnswer } from '../answer.ts';
import type { Call, Route } from '../call.ts';
import type { Task } from '../tasks/tasks.ts';

export const TASK_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v3/async/task-result', handle: answerTaskResult },
  { method: 'GET', path: '/v2/progress', handle: answerProgress },
];

const STATUSES = {
  queued: ['TASK_STATUS_QUEUED', 0],
  processing: ['TASK_STATUS_PROCESSING', 1],
  succeeded: ['TASK_STATUS_SUCCEED', 2],
  failed: ['TASK_STATUS_FAILED', 3],
  'timed-out': ['TASK_STATUS_FAILED', 4],
} as const;

function answerTaskResult(call: Call): Answer {
  const id = call.url.searchParams.get('task_id') ?? '';
  if (id === '') throw invalidBody('The parameter task_id is missing.');
  return jsonAnswer(taskResult(call, call.services.tasks.find(id, 'IMG_TO_VIDEO')));
}

/** Adds what such services add: `extra.seed`, `task.eta` (s) and `task.progress_percent`. */
export function taskResult({ services, origin }: Call, task: Task) {
  const { fraction, etaSeconds } = services.tasks.progress(task);
  return {
    extra: task.facts,
    task: {
      task_id: task.id,
      task_type: task.kind,
      status: STATUSES[task.phase][0],
      reason: reasonOf(task),
      eta: Math.ceil(etaSeconds),
      progress_percent: Math.floor(100 * fraction),
    },
    images: [],
    videos: task.outputs.map(({ key, ttlSeconds, type }) => ({
      video_url: services.storage.signedUrl('GET', origin, key, ttlSeconds),
      video_url_ttl: String(ttlSeconds),
      video_type: type,
    })),
  };
}

/** "Progress data". Content safety is not checked, so every picture is valid with confidence 0. */
function answerProgress({ services, origin, url }: Call): Answer {
  const task = services.tasks.find(url.searchParams.get('task_id') ?? '', 'UPSCALE');
  const { fraction, etaSeconds } = services.tasks.progress(task);
  const round = (value: number): number => Math.round(1000 * value) / 1000;
  return envelope({
    status: STATUSES[task.phase][1],
    progress: round(fraction),
    eta_relative: round(etaSeconds),
    imgs: task.outputs.map(({ key, ttlSeconds }) =>
      services.storage.signedUrl('GET', origin, key, ttlSeconds),
    ),
    failed_reason: reasonOf(task),
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
  });
}

function reasonOf({ finishedAt, reason }: Task): string {
  return finishedAt === null ? '' : reason;
}

/** Returns `YYYY-MM-DD HH:MM:SS` in this machine's zone; empty for a time that has not come. */
function localTime(milliseconds: number | null): string {
  if (milliseconds === null) return '';
  // Swedish has the form of ISO 8601
  return new Date(milliseconds).toLocaleString('sv-SE');
}
