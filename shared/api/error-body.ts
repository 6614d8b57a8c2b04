/**
 * Bodies of error answers. The specification leaves their shape open ("Errors", 3); `{code, reason,
 * message, metadata}` is the usual shape, others are survived.
 */
import { isRecord } from './lenient.ts';

/** An error body of any shape. */
export interface ErrorBody {
  /** `html` and `text` come from something before the service, or from a wrong address. */
  readonly shape: 'json' | 'html' | 'text' | 'empty';
  readonly reason?: string | undefined;
  /** `code` as it was sent, number or string. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Further facts from the service, as text; many bodies have none. */
  readonly metadata?: string | undefined;
}

/** Reads `{code, reason, message}`, `{error: {message, code}}`, `{error: "…"}`, HTML, plain text or nothing. */
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

/** The same for JSON that is parsed already. */
export function errorBodyOfJson(json: unknown): ErrorBody {
  if (typeof json === 'string') return { shape: 'text', message: json };
  if (!isRecord(json)) return { shape: 'json' };
  const inner = isRecord(json['error']) ? json['error'] : json;
  const flatMessage = typeof json['error'] === 'string' ? json['error'] : undefined;
  return {
    shape: 'json',
    reason: textOf(inner['reason']) ?? textOf(json['reason']) ?? reasonLike(inner['code']),
    code: textOf(inner['code']) ?? textOf(json['code']),
    message: textOf(inner['message']) ?? textOf(inner['msg']) ?? flatMessage,
    metadata: metadataOf(inner['metadata'] ?? json['metadata']),
  };
}

/** True when a body that came with a 2xx status holds an error. */
export function tellsOfError(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { reason, code } = errorBodyOfJson(json);
  if (json['error'] !== undefined && json['error'] !== null) return true;
  return reason !== undefined || (code !== undefined && code !== '0' && code !== '200');
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Some bodies carry the reason in `code`. */
function reasonLike(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]{3,}$/u.test(value) ? value : undefined;
}

function metadataOf(value: unknown): string | undefined {
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined;
  return JSON.stringify(value);
}
