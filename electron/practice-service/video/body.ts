/** The body of a video call. */
import { readExtra } from '../pictures/extra.ts';
import { isObject, type JsonObject, parseJsonObject, readFile } from '../pictures/json-body.ts';
import {
  invalidField,
  readChoice,
  readInteger,
  readOptionalFlag,
  readOptionalInteger,
  readOptionalNumber,
} from '../pictures/body-fields.ts';

/** Frames that each model makes; the client must ask for as many. */
const FRAMES_OF_MODEL = { 'SVD-XT': 25, SVD: 14 } as const;

/** Frames per second: the only rate that can be asked for, and the one after interpolation. */
export const FRAME_RATES = { asked: 6, interpolated: 24 } as const;

/** The values of optional fields that are absent; the specification has no values for the last three. */
const DEFAULTS = {
  seed: -1,
  motion: 127,
  condAug: 0.02,
  isInterpolated: false,
} as const;

/** Status with which a test of the webhook ends. */
type TestStatus = 'TASK_STATUS_SUCCEED' | 'TASK_STATUS_FAILED';

/** `extra.webhook`. */
export interface WebhookOrder {
  readonly url: string;
  /** The end of a task that only tests the webhook, or null for a real one. */
  readonly testStatus: TestStatus | null;
}

/** The parameters of `POST /v3/async/img2video`. */
export interface VideoParameters {
  readonly model: 'SVD-XT' | 'SVD';
  /** Frames of the model: at 6 a second they make the length of the video. */
  readonly frames: number;
  readonly resizeMode: 'ORIGINAL_RESOLUTION' | 'CROP_TO_ASPECT_RATIO';
  /** 1 to 50. */
  readonly steps: number;
  /** Decimal text: it may be larger than a number can hold. -1 for a random one. */
  readonly seed: string;
  /** 1 to 255. */
  readonly motion: number;
  /** 0 to 1. */
  readonly condAug: number;
  /** 24 frames a second in place of 6, with the same length. */
  readonly isInterpolated: boolean;
  readonly type: 'mp4' | 'gif';
  readonly webhook: WebhookOrder | null;
}

/**
 * Reads the body of `POST /v3/async/img2video`.
 *
 * @param bytes UTF-8 JSON
 * @throws ServiceError 400 for anything that the specification does not allow
 */
export function readVideoBody(bytes: Uint8Array): {
  readonly parameters: VideoParameters;
  readonly image: Uint8Array<ArrayBuffer>;
  /** All fields but the picture, as sent. */
  readonly fields: JsonObject;
} {
  const body = parseJsonObject(bytes, 'seed');
  const extra = readExtra(body);
  const model = readChoice(body, 'model_name', ['SVD-XT', 'SVD']);
  const frames = readInteger(body, 'frames_num', 1, Number.MAX_SAFE_INTEGER);
  if (frames !== FRAMES_OF_MODEL[model]) {
    throw invalidField('frames_num', `must be ${FRAMES_OF_MODEL[model]} for ${model}.`);
  }
  if (body['frames_per_second'] !== FRAME_RATES.asked) {
    throw invalidField('frames_per_second', `must be ${FRAME_RATES.asked}.`);
  }
  const parameters: VideoParameters = {
    model,
    frames,
    resizeMode: readChoice(body, 'image_file_resize_mode', [
      'ORIGINAL_RESOLUTION',
      'CROP_TO_ASPECT_RATIO',
    ]),
    steps: readInteger(body, 'steps', 1, 50),
    seed: readSeed(body),
    motion: readOptionalInteger(body, 'motion_bucket_id', DEFAULTS.motion, 1, 255),
    condAug: readOptionalNumber(body, 'cond_aug', DEFAULTS.condAug, 0, 1),
    isInterpolated: readOptionalFlag(body, 'enable_frame_interpolation', DEFAULTS.isInterpolated),
    type: readVideoType(extra),
    webhook: readWebhook(extra),
  };
  const { image_file: _picture, ...others } = body;
  const fields = typeof body['seed'] === 'bigint' ? { ...others, seed: parameters.seed } : others;
  return { parameters, image: readFile(body, 'image_file'), fields };
}

function readSeed(body: JsonObject): string {
  const { seed } = body;
  if (typeof seed === 'bigint' && seed >= 0n) return String(seed);
  return String(readOptionalInteger(body, 'seed', DEFAULTS.seed, -1));
}

function readVideoType(extra: JsonObject | null): 'mp4' | 'gif' {
  const type = extra?.['response_video_type'] ?? 'mp4';
  if (type === 'mp4' || type === 'gif') return type;
  throw invalidField('extra.response_video_type', 'must be mp4 or gif.');
}

function readWebhook(extra: JsonObject | null): WebhookOrder | null {
  const webhook = extra?.['webhook'] ?? null;
  if (webhook === null) return null;
  if (!isObject(webhook)) throw invalidField('extra.webhook', 'must be an object.');
  const { url } = webhook;
  if (typeof url !== 'string' || !/^https?:/u.test(url) || !URL.canParse(url)) {
    throw invalidField('extra.webhook.url', 'must be an http or https address.');
  }
  const test = webhook['test_mode'] ?? null;
  if (test === null) return { url, testStatus: null };
  if (!isObject(test)) throw invalidField('extra.webhook.test_mode', 'must be an object.');
  const isTest = readTestFlag(test);
  if (!isTest) return { url, testStatus: null };
  const status = test['return_task_status'];
  if (status === 'TASK_STATUS_SUCCEED' || status === 'TASK_STATUS_FAILED') {
    return { url, testStatus: status };
  }
  throw invalidField(
    'extra.webhook.test_mode.return_task_status',
    'must be TASK_STATUS_SUCCEED or TASK_STATUS_FAILED.',
  );
}

function readTestFlag(test: JsonObject): boolean {
  const enabled = test['enabled'] ?? false;
  if (typeof enabled === 'boolean') return enabled;
  throw invalidField('extra.webhook.test_mode.enabled', 'must be true or false.');
}
