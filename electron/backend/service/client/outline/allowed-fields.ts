/**
 * Lists the fields that are logged. All others are logged only by shape, so that no picture, text
 * or address can be in the call log.
 */
import { BILL_CATEGORIES } from '../../../../../shared/api/billing.ts';
import { BILL_CYCLES } from '../../../../../shared/api/bill-periods.ts';
import { REASONS } from '../../../../../shared/api/error-reasons.ts';
import { COMPLETION_PARAMETERS } from '../../../../../shared/parameters/chat-parameters.ts';
import { IMAGE_PARAMETERS } from '../../../../../shared/parameters/image-parameters.ts';
import type {
  Parameter,
  ParameterTable,
} from '../../../../../shared/parameters/parameter-table.ts';
import {
  SECOND_UPSCALER,
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
} from '../../../../../shared/parameters/upscale-parameters.ts';
import {
  VIDEO_PARAMETERS,
  WEBHOOK_TEST,
} from '../../../../../shared/parameters/video-parameters.ts';

const TABLES: readonly ParameterTable[] = [
  IMAGE_PARAMETERS,
  UPSCALE_PARAMETERS,
  UPSCALE_BY_FACTOR,
  UPSCALE_TO_SIZE,
  SECOND_UPSCALER,
  VIDEO_PARAMETERS,
  WEBHOOK_TEST,
  COMPLETION_PARAMETERS,
];
const PARAMETERS = TABLES.flatMap((table) => Object.values(table));

function wireNames(...kinds: readonly Parameter['kind'][]): readonly string[] {
  return PARAMETERS.filter(({ kind }) => kinds.includes(kind)).map(({ wire }) => wire);
}

/** Logged if they contain a number, also sent as text. */
export const NUMBER_FIELDS: ReadonlySet<string> = new Set([
  ...wireNames('number', 'seed'),
  'frames_num',
  'frames_per_second',
  'resize_mode',
  'top_logprobs',
  // An answer of a model.
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'reasoning_tokens',
  'created',
  'index',
  'context_size',
  'input_token_price_per_m',
  'output_token_price_per_m',
  // A task, error or bill.
  'status',
  'code',
  'eta',
  'eta_relative',
  'progress',
  'progress_percent',
  'confidence',
  'video_url_ttl',
  'image_url_ttl',
  'finish_time_ms',
  'startTime',
  'endTime',
  // Gesso's own count of a stream.
  'texts',
  'characters',
  'unreadable',
]);

/** Logged if they contain `true` or `false`. */
export const SWITCH_FIELDS: ReadonlySet<string> = new Set([
  ...wireNames('flag'),
  'enabled',
  'stream',
  'include_usage',
  'echo',
  'logprobs',
  'valid',
]);

const IMAGE_TYPES = ['png', 'webp', 'jpeg', 'jpg'];
const TASK_STATES = ['QUEUED', 'PROCESSING', 'SUCCEED', 'FAILED'].map(
  (state) => `TASK_STATUS_${state}`,
);
const REASON_WORDS = [...Object.keys(REASONS), 'SUCCESS'];

const PARAMETER_WORDS = PARAMETERS.flatMap((row) => {
  if (row.kind === 'choice') return [[row.wire, row.values] as const];
  return row.kind === 'text' ? [[row.wire, row.suggestions] as const] : [];
});

/** Logged if they contain one of these words. */
export const WORD_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    ...Object.fromEntries(PARAMETER_WORDS),
    response_image_type: IMAGE_TYPES,
    image_type: IMAGE_TYPES,
    file_extension: IMAGE_TYPES,
    video_type: VIDEO_PARAMETERS.responseVideoType.values,
    return_task_status: TASK_STATES,
    role: ['system', 'user', 'assistant', 'tool'],
    type: ['text', 'image_url', 'thinking', 'reasoning'],
    object: ['list', 'model', 'text_completion', 'chat.completion', 'chat.completion.chunk'],
    finish_reason: ['stop', 'length', 'content_filter', 'tool_calls', 'abort', 'error'],
    ended_by: ['marker', 'finish', 'whole'],
    status: TASK_STATES,
    reason: REASON_WORDS,
    code: REASON_WORDS,
    method: ['GET', 'PUT', 'POST'],
    cycleType: BILL_CYCLES,
    productCategory: BILL_CATEGORIES,
  } satisfies Readonly<Record<string, readonly string[]>>).map(([name, words]) => [
    name,
    new Set(words),
  ]),
);

/** Ids of the service, logged if they look like one. */
export const ID_FIELDS: ReadonlySet<string> = new Set(['task_id', 'assets_id', 'id']);

/** Base64 pictures. */
export const PICTURE_FIELDS: ReadonlySet<string> = new Set([
  'image',
  'image_file',
  'mask_file',
  'face_image_file',
  'current_images',
]);

/** Lists or objects: their names are logged, and their content by these rules. */
export const CONTAINER_FIELDS: ReadonlySet<string> = new Set([
  'extra',
  'enterprise_plan',
  'webhook',
  'test_mode',
  'stream_options',
  'messages',
  'content',
  'image_url',
  'task',
  'images',
  'videos',
  'imgs',
  'data',
  'error',
  'choices',
  'usage',
  'bills',
  'delta',
  'message',
  'nsfw_detection_result',
  'debug_info',
  'completion_tokens_details',
  'current_images',
  'metadata',
  'details',
  'answers',
]);

/** Other names that are logged with the shape of their value. */
export const SHAPE_FIELDS: ReadonlySet<string> = new Set([
  'prompt',
  'suffix',
  'stop',
  'user',
  'logit_bias',
  'text',
  'url',
  'video_url',
  'upload_url',
  'msg',
  'warn',
  'failed_reason',
  'title',
  'description',
  'model',
  'reasoning_content',
  'reasoning',
  'thinking',
  'refusal',
  'headers',
  'productName',
  'ownerId',
]);
