import {
  invalidField,
  isObject,
  type JsonObject,
  parseJsonObject,
  readChoice,
  readExtra,
  readFile,
  readFlag,
  readInteger,
  readNumber,
} from '../pictures/json-body.ts';
import { checkImageHeader, decodeRgb, PICTURE_LIMITS, type Size } from '../pictures/raster.ts';

/** Frames that each model makes; the client must ask for as many. */
const FRAMES_OF_MODEL = { 'SVD-XT': 25, SVD: 14 } as const;

/** The only rate that can be asked for, and the one after interpolation. */
export const FRAME_RATES = { asked: 6, interpolated: 24 } as const;

/** Working resolution of a video, in either orientation ("Limits"). */
const WORKING = { short: 576, long: 1024 } as const;

/** Most pixels of a GIF's longer side: it has a hundred times the bytes of a video. */
const GIF_SIDE = 512;

/** Factor by which the picture may be larger than a frame, so that zooming in stays sharp. */
const RESERVE = 1.3;

type VideoParameters = ReturnType<typeof readParameters>;

export interface VideoOrder {
  readonly parameters: VideoParameters;
  /** Decimal text of the requested seed, or of a random one. */
  readonly seed: string;
  readonly frame: Size;
  readonly picture: Size;
  /** 3 bytes a pixel (RGB). */
  readonly samples: Uint8Array<ArrayBuffer>;
}

/** @throws ServiceError if the call is refused */
export async function readVideo({
  body,
  seedOtherwise,
}: {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly seedOtherwise: number;
}): Promise<VideoOrder> {
  const fields = parseJsonObject(body, 'seed');
  const parameters = readParameters(fields);
  const image = readFile(fields, 'image_file');
  const original = await checkImageHeader(image, 'image_file', PICTURE_LIMITS.video);
  const frame = frameSize(original, parameters);
  const room = Math.min(RESERVE, original.width / frame.width, original.height / frame.height);
  const scale = Math.max(1, room);
  const picture = {
    width: Math.round(frame.width * scale),
    height: Math.round(frame.height * scale),
  };
  return {
    parameters,
    seed: parameters.seed === '-1' ? String(seedOtherwise) : parameters.seed,
    frame,
    picture,
    samples: await decodeRgb(image, 'image_file', PICTURE_LIMITS.video, picture),
  };
}

function readParameters(body: JsonObject) {
  const extra = readExtra(body);
  const model = readChoice(body, 'model_name', ['SVD-XT', 'SVD']);
  const frames = FRAMES_OF_MODEL[model];
  if (body['frames_num'] !== frames) {
    throw invalidField('frames_num', `must be ${frames} for ${model}.`);
  }
  if (body['frames_per_second'] !== FRAME_RATES.asked) {
    throw invalidField('frames_per_second', `must be ${FRAME_RATES.asked}.`);
  }
  const type = extra?.['response_video_type'] ?? 'mp4';
  if (type !== 'mp4' && type !== 'gif') {
    throw invalidField('extra.response_video_type', 'must be mp4 or gif.');
  }
  return {
    model,
    frames,
    resizeMode: readChoice(body, 'image_file_resize_mode', [
      'ORIGINAL_RESOLUTION',
      'CROP_TO_ASPECT_RATIO',
    ]),
    steps: readInteger(body, 'steps', 1, 50),
    /** Decimal text, as it may be larger than a number can hold. -1 for a random one. */
    seed: readSeed(body),
    // the specification has no defaults for the last three
    motion: readInteger(body, 'motion_bucket_id', 1, 255, 127),
    condAug: readNumber(body, 'cond_aug', 0, 1, 0.02),
    isInterpolated: readFlag(body, 'enable_frame_interpolation'),
    type,
    webhook: readWebhook(extra),
  };
}

function readSeed(body: JsonObject): string {
  const { seed } = body;
  if (typeof seed === 'bigint' && seed >= 0n) return String(seed);
  return String(readInteger(body, 'seed', -1, Number.MAX_SAFE_INTEGER, -1));
}

/** `testStatus` is null unless the call only tests the webhook. */
function readWebhook(extra: JsonObject | null) {
  const webhook = extra?.['webhook'] ?? null;
  if (webhook === null) return null;
  if (!isObject(webhook)) throw invalidField('extra.webhook', 'must be an object.');
  const { url } = webhook;
  if (typeof url !== 'string' || !/^https?:/u.test(url) || !URL.canParse(url)) {
    throw invalidField('extra.webhook.url', 'must be an http or https address.');
  }
  const test = webhook['test_mode'] ?? {};
  if (!isObject(test)) throw invalidField('extra.webhook.test_mode', 'must be an object.');
  if (!readFlag(test, 'enabled', 'extra.webhook.test_mode.enabled')) {
    return { url, testStatus: null };
  }
  const { return_task_status: status } = test;
  if (status === 'TASK_STATUS_SUCCEED' || status === 'TASK_STATUS_FAILED') {
    return { url, testStatus: status } as const;
  }
  throw invalidField(
    'extra.webhook.test_mode.return_task_status',
    'must be TASK_STATUS_SUCCEED or TASK_STATUS_FAILED.',
  );
}

/** Sides are even, because colour planes have half of each. */
function frameSize(picture: Size, { resizeMode, type }: VideoParameters): Size {
  const isWide = picture.width >= picture.height;
  const { short, long } = WORKING;
  const most = isWide ? { width: long, height: short } : { width: short, height: long };
  const isCropped = resizeMode === 'CROP_TO_ASPECT_RATIO';
  const film = isCropped
    ? most
    : scaled(picture, Math.min(most.width / picture.width, most.height / picture.height));
  return type === 'gif' ? scaled(film, GIF_SIDE / Math.max(film.width, film.height)) : film;
}

/** Keeps sides even, with at least one block to encode. */
function scaled({ width, height }: Size, scale: number): Size {
  const even = (length: number): number =>
    Math.max(16, 2 * Math.floor((length * Math.min(1, scale)) / 2));
  return { width: even(width), height: even(height) };
}
