/** Specification, "Progress data". */
import { z } from 'zod';
import {
  isRecord,
  lenientList,
  lenientNumber,
  lenientObject,
  lenientText,
  lenientWhole,
  lenientWithin,
  MOST,
} from './lenient.ts';
import {
  contentCheckSchema,
  fileOf,
  progressOf,
  statusWith,
  type TaskResult,
  type TaskStatus,
} from './tasks.ts';

export const PROGRESS_PATH = '/v2/progress';

/** The specification states only 2; 4 means "timed out". Otherwise the task still runs. */
const STATUSES: ReadonlyMap<number, TaskStatus> = new Map([
  [0, 'queued'],
  [1, 'processing'],
  [2, 'succeeded'],
  [3, 'failed'],
  [4, 'failed'],
]);

const TIMED_OUT = 4;

const addresses = z
  .unknown()
  .optional()
  .transform((value): readonly string[] => {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
    return entries.filter((entry): entry is string => typeof entry === 'string');
  });

const word = lenientText(MOST.word);

const progressSchema = z.looseObject({
  status: lenientNumber,
  /** 0 to 1; the specification states no range. */
  progress: lenientNumber,
  /** Seconds; the specification states no unit. */
  eta_relative: lenientWithin(0, MOST.seconds),
  imgs: addresses,
  failed_reason: lenientText(MOST.sentence),
  current_images: addresses,
  /** One entry per picture; an invalid one keeps its position. */
  nsfw_detection_result: lenientList(
    contentCheckSchema.catch({ valid: undefined, confidence: undefined }),
  ),
  debug_info: lenientObject({ finish_time_ms: lenientWhole(MOST.unixMilliseconds) }),
});

/** @param taskId the answer does not repeat it @param receivedAt Unix ms */
export function taskOfProgress(
  data: unknown,
  taskId: string,
  receivedAt: number,
): TaskResult | undefined {
  if (!isRecord(data)) return undefined;
  const parsed = progressSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { status: code, progress, eta_relative: eta, imgs, debug_info: debug } = parsed.data;
  const files = imgs.flatMap((url, index) =>
    fileOf(url, undefined, undefined, parsed.data.nsfw_detection_result[index], receivedAt),
  );
  const named = (code === undefined ? undefined : STATUSES.get(code)) ?? 'unrecognised';
  const status = statusWith(named, files);
  const timedOut = code === TIMED_OUT ? 'The task timed out.' : undefined;
  const finishedAt = debug.finish_time_ms ?? 0;
  return {
    taskId,
    status,
    rawStatus: code === undefined ? (word.parse(data['status']) ?? '') : String(code),
    reason: parsed.data.failed_reason ?? timedOut,
    ...progressOf(status, fractionOf(progress), eta),
    seed: undefined,
    files,
    previews: parsed.data.current_images.filter(isPicture),
    finishedAt: finishedAt > 0 ? finishedAt : undefined,
  };
}

function isPicture(text: string): boolean {
  return /^(?:https?:\/\/\S+|(?:data:image\/\w+;base64,)?[A-Za-z0-9+/\s]{64,}={0,2}\s*)$/iu.test(
    text,
  );
}

/** Values above 1 can only be percentages. */
function fractionOf(progress: number | undefined): number | undefined {
  return progress !== undefined && progress > 1 ? progress / 100 : progress;
}
