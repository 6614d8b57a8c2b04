/** The specification leaves the shape open ("Errors", 3); usual: `{code, reason, message}`. */
import { isRecord } from './lenient.ts';

export interface ErrorBody {
  /** `html` and `text` come from a proxy, or from a wrong address. */
  readonly shape: 'json' | 'html' | 'text' | 'empty';
  readonly reason?: string | undefined;
  /** `code` as sent, number or string. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly metadata?: string | undefined;
}

/** Also parses `{error: {message, code}}`, `{error: "…"}`, HTML, plain text or nothing. */
export function parseErrorBody(text: string): ErrorBody {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return { shape: 'empty' };
  if (trimmed.startsWith('<')) return { shape: 'html' };
  try {
    return errorBodyOfJson(JSON.parse(trimmed));
  } catch {
    return { shape: 'text', message: trimmed };
  }
}

export function errorBodyOfJson(json: unknown): ErrorBody {
  if (typeof json === 'string') return { shape: 'text', message: json };
  if (!isRecord(json)) return { shape: 'json' };
  const said = [json['error'], errorInChoices(json), json['errors'], json['detail']].map(firstOf);
  const inner = said.find(isRecord) ?? json;
  const flatMessage = said.map(textOf).find((text) => text !== undefined);
  return {
    shape: 'json',
    reason:
      textOf(inner['reason']) ??
      textOf(json['reason']) ??
      reasonLike(inner['code']) ??
      reasonLike(json['code']) ??
      reasonLike(inner['type']) ??
      reasonLike(flatMessage),
    code: textOf(inner['code']) ?? textOf(json['code']),
    message:
      textOf(inner['message']) ??
      textOf(inner['msg']) ??
      flatMessage ??
      textOf(json['message']) ??
      textOf(json['msg']),
    metadata: metadataOf(inner['metadata'] ?? json['metadata']),
  };
}

const FINE =
  /^(?:0+|2\d\d|ok(?:ay)?|none|null|nil|false|no[ _]?error|success(?:ful|fully)?|succeed(?:ed)?|normal|done|complete[d]?)?[.!]?$/iu;

/** Good answers may have `error`, `code` and `reason` of nothing, 0 or "ok": values decide. */
export function tellsOfError(json: unknown): boolean {
  if (!isRecord(json)) return false;
  if ([json['error'], json['errors'], errorInChoices(json)].some(isFault)) return true;
  // A body with choices is an answer, whatever its other fields say.
  const { choices } = json;
  if (Array.isArray(choices) && choices.length > 0) return false;
  if (json['success'] === false || json['success'] === 'false') return true;
  if (isFault(json['reason'])) return true;
  return isFault(json['code']) && ![json['message'], json['msg']].some(isAssent);
}

const BARE_FIELDS =
  /^(?:message|msg|detail|status|type|param|path|timestamp|(?:request|trace)_?id|metadata)$/iu;

/** True for `{"message": "…"}` or `{"detail": "…"}` without any field of an answer. */
export function isBareRefusal(json: unknown): boolean {
  if (!isRecord(json) || !Object.keys(json).every((name) => BARE_FIELDS.test(name))) return false;
  return ['message', 'msg', 'detail'].some((name) => isFault(json[name]));
}

function isFault(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFault);
  if (isRecord(value)) return Object.values(value).some(isFault);
  if (typeof value === 'string') return !FINE.test(value.trim());
  if (typeof value === 'number') return !FINE.test(String(value));
  return value === true;
}

function isAssent(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !isFault(value);
}

/** Some services put a stream's error into the choice that it ends. */
function errorInChoices({ choices }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(choices)) return undefined;
  return choices.filter(isRecord).find((choice) => isFault(choice['error']))?.['error'];
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as readonly unknown[])[0] : value;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Some bodies have the reason in `code` or `type`, in any case: `invalid_api_key`. */
function reasonLike(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return /^[A-Z][A-Z0-9_]{3,}$|^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/u.test(value) ? value : undefined;
}

function metadataOf(value: unknown): string | undefined {
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined;
  return JSON.stringify(value);
}
