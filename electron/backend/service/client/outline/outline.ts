/** Outlines bodies: allow-listed names and numbers, and placeholders for all else. */
import type { Outline } from '../../../../../shared/contract/activity.ts';
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

// Fields that are not listed are logged only by shape: no picture, text or address may be logged.

/** Logged if they contain a number, also sent as text. */
const NUMBER_FIELDS: ReadonlySet<string> = new Set([
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
  'texts',
  'characters',
  'unreadable',
]);

/** Logged if they contain `true` or `false`. */
const SWITCH_FIELDS: ReadonlySet<string> = new Set([
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
const WORD_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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
const ID_FIELDS: ReadonlySet<string> = new Set(['task_id', 'assets_id', 'id']);

/** Base64 pictures. */
const PICTURE_FIELDS: ReadonlySet<string> = new Set([
  'image',
  'image_file',
  'mask_file',
  'face_image_file',
  'current_images',
]);

/** Lists or objects: their names are logged, and their content by these rules. */
const CONTAINER_FIELDS: ReadonlySet<string> = new Set([
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
const SHAPE_FIELDS: ReadonlySet<string> = new Set([
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

const OUTLINE = {
  /** Shown entries of a list; the rest is counted. */
  entries: 3,
  depth: 6,
  /** Values of all levels together. */
  values: 200,
} as const;

export class FileOutline {
  readonly bytes: number;
  readonly what: 'picture' | 'file';

  constructor(bytes: number, what: 'picture' | 'file' = 'picture') {
    this.bytes = bytes;
    this.what = what;
  }
}

const OTHERS = 'other fields';

// SECURITY: S21 S22 only listed values of a call are logged.
export function outlineOf(value: unknown): Outline {
  return outline(value, '', 0, { left: OUTLINE.values, isAnswer: false });
}

/** A service may have written anything into an answer, even as a model's name. */
export function answerOutline(value: unknown): Outline {
  return outline(value, '', 0, { left: OUTLINE.values, isAnswer: true });
}

export function queryOutline(query: URLSearchParams): Readonly<Record<string, string>> {
  const kept = outlineOf(Object.fromEntries(query));
  return Object.fromEntries(Object.entries(kept ?? {}).map(([name, each]) => [name, String(each)]));
}

interface Room {
  left: number;
  readonly isAnswer: boolean;
}

function outline(value: unknown, name: string, depth: number, room: Room): Outline {
  room.left -= 1;
  switch (typeof value) {
    case 'number':
      return NUMBER_FIELDS.has(name) && Number.isFinite(value) ? value : '<number>';
    case 'boolean':
      return SWITCH_FIELDS.has(name) ? value : '<yes or no>';
    case 'string':
      return outlineOfText(value, name, room);
    case 'object':
      break;
    default:
      return '<value>';
  }
  if (value === null) return null;
  if (value instanceof FileOutline) return `<${value.what}, ${sizeOf(value.bytes)}>`;
  if (isRawNumber(value)) return outlineOfText(String(value.rawJSON), name, room);
  if (Array.isArray(value)) return outlineOfList(value, name, depth, room);
  if (depth >= OUTLINE.depth || (depth > 0 && !CONTAINER_FIELDS.has(name))) {
    return `<${countOf(Object.keys(value).length, 'field')}>`;
  }
  return outlineOfFields(value, depth, room);
}

function outlineOfFields(value: object, depth: number, room: Room): Outline {
  const kept: Record<string, Outline> = {};
  let others = 0;
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined) continue;
    if (room.left <= 0 || !isKnown(name)) others += 1;
    else kept[name] = outline(each, name, depth + 1, room);
  }
  return others === 0 ? kept : { ...kept, [OTHERS]: `<${others}>` };
}

function outlineOfList(list: readonly unknown[], name: string, depth: number, room: Room): Outline {
  // Numbers of tokens are a text.
  if (!CONTAINER_FIELDS.has(name) || depth >= OUTLINE.depth)
    return `<list, ${countOf(list.length, 'entry', 'entries')}>`;
  const shown = list
    .slice(0, Math.min(OUTLINE.entries, Math.max(0, room.left)))
    .map((each) => outline(each, name, depth + 1, room));
  const rest = list.length - shown.length;
  return rest === 0 ? shown : [...shown, `<${rest} more>`];
}

function outlineOfText(text: string, name: string, { isAnswer }: Room): Outline {
  if (WORD_FIELDS.get(name)?.has(text) === true) return text;
  if (NUMBER_FIELDS.has(name) && /^-?\d{1,20}(?:\.\d{1,12})?$/u.test(text)) return text;
  if (ID_FIELDS.has(name)) return isId(text) ? text : `<id, ${countOf(text.length, 'character')}>`;
  if (!isAnswer && name === 'model' && /^[\w.:/@+-]{1,80}$/u.test(text)) return text;
  if (PICTURE_FIELDS.has(name) || text.startsWith('data:image/')) {
    return `<picture, ${sizeOf(Math.floor((text.length * 3) / 4))}>`;
  }
  if (/^https?:\/\//iu.test(text)) return `<address, ${countOf(text.length, 'character')}>`;
  return `<text, ${countOf(text.length, 'character')}>`;
}

/** Formats 1234567 as "1.2 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

function isKnown(name: string): boolean {
  return (
    NUMBER_FIELDS.has(name) ||
    SWITCH_FIELDS.has(name) ||
    WORD_FIELDS.has(name) ||
    ID_FIELDS.has(name) ||
    PICTURE_FIELDS.has(name) ||
    CONTAINER_FIELDS.has(name) ||
    SHAPE_FIELDS.has(name)
  );
}

/** Services number their tasks by UUID. */
function isId(text: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu.test(text);
}

/** A number beyond a double (`JSON.rawJSON`). */
function isRawNumber(value: object): value is { readonly rawJSON: unknown } {
  return Object.getPrototypeOf(value) === null && 'rawJSON' in value;
}
