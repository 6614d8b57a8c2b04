/** The progress of an upscale, as the older endpoint tells it. */
import type { TaskEngine } from './task-engine.ts';
import { isOver, type Task, type TaskPhase } from './task.ts';

const STATUSES: Readonly<Record<TaskPhase, number>> = {
  queued: 0,
  processing: 1,
  succeeded: 2,
  failed: 3,
  'timed-out': 4,
};

/**
 * The payload of `GET /v2/progress` ("Progress data" of the specification). `progress` is 0 to 1,
 * `eta_relative` in seconds. Content safety is not checked here, so every picture is valid with a
 * confidence of 0.
 *
 * @param signed gives a signed address of a stored file
 */
export function progressData(
  task: Task,
  engine: TaskEngine,
  signed: (key: string, seconds: number) => string,
): object {
  const { fraction, etaSeconds } = engine.progress(task);
  const isHidden = task.quirks.isProgressHidden && !isOver(task);
  return {
    status: STATUSES[task.phase],
    progress: isHidden ? 0 : round(fraction),
    eta_relative: isHidden ? 0 : round(etaSeconds),
    imgs: task.outputs.map(({ key, ttlSeconds }) => signed(key, ttlSeconds)),
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
}

/** Three digits after the point. */
function round(value: number): number {
  return Math.round(1000 * value) / 1000;
}

/** `YYYY-MM-DD HH:MM:SS` in the zone of this machine; empty for a time that has not come. */
function localTime(milliseconds: number | null): string {
  if (milliseconds === null) return '';
  const time = new Date(milliseconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
