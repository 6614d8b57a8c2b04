import { isRecord, lenientList, lenientObject, lenientText, MOST } from './lenient.ts';
import { contentCheckSchema, type ContentCheck } from './tasks.ts';
import { parseExactJson } from '../parse-json.ts';

interface TaskReport {
  /** `IMG_TO_VIDEO` … */
  readonly taskType: string | undefined;
  /** As sent: `TASK_STATUS_PROCESSING`, `1` …; empty if missing. */
  readonly status: string;
  readonly info: string | undefined;
  /** Every field with a time, name and value as sent, from the answer and its `debug_info`. */
  readonly times: readonly { readonly name: string; readonly value: string }[];
  /** One per picture; empty if no check ran. */
  readonly contentChecks: readonly ContentCheck[];
}

const MOST_TIMES = 20;

const word = lenientText(MOST.word);

const reportSchema = lenientObject({
  task: lenientObject({ task_type: word, status: word }),
  extra: lenientObject({ debug_info: lenientObject({}) }),
  images: lenientList(lenientObject({ nsfw_detection_result: contentCheckSchema.nullish() })),
  status: word,
  info: lenientText(MOST.sentence),
  nsfw_detection_result: lenientList(contentCheckSchema),
});

/** @param answer of either endpoint; `undefined` if it is no JSON object */
export function reportOfAnswer(answer: string): TaskReport | undefined {
  let json: unknown;
  try {
    json = parseExactJson(answer);
  } catch {
    return undefined; // The answer was truncated or is not JSON.
  }
  if (!isRecord(json)) return undefined;
  const data = isRecord(json['data']) ? json['data'] : json; // The older API family has an envelope.
  const { task, extra, images, ...rest } = reportSchema.parse(data);
  const debug = { ...record(extra.debug_info), ...record(data['debug_info']) };
  const ofImages = images.flatMap(({ nsfw_detection_result: check }) => check ?? []);
  return {
    taskType: task.task_type,
    status: task.status ?? rest.status ?? '',
    info: rest.info,
    times: [
      ...new Map([...timesOf(data), ...timesOf(debug)].map((time) => [time.name, time])).values(),
    ].slice(0, MOST_TIMES),
    contentChecks: [...ofImages, ...rest.nsfw_detection_result].map(({ valid, confidence }) => ({
      valid,
      confidence,
    })),
  };
}

function timesOf(fields: Readonly<Record<string, unknown>>): TaskReport['times'] {
  return Object.entries(fields).flatMap(([name, sent]) => {
    if (!/(?:^|_)time(?:_ms)?$/u.test(name)) return [];
    const value = word.parse(sent);
    return value === undefined || value === '0' ? [] : [{ name, value }];
  });
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
