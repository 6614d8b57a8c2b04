/**
 * The faults that wait for their calls, and how a call asks for one. All are in docs/practice-
 * service.md.
 */
import { invalidBody } from '../errors.ts';
import type { Fields } from './fields.ts';
import { type JsonFaultAction, readJsonFault } from './json-faults.ts';
import type { OtherServiceAction } from './other-service.ts';
import { readStreamFault, type StreamFaultAction } from './stream-faults.ts';
import { readTaskFault, type TaskFaultAction, TASK_PATHS } from './task-faults.ts';
import { readTransferFault, type TransferFaultAction } from './transfer-faults.ts';

/** A way in which a call goes wrong. See docs/practice-service.md. */
export type FaultAction =
  /** Only late: the call is answered as usual after the delay. */
  | { readonly kind: 'delay' }
  /** This answer in place of the real one. A JSON value is sent as JSON, a string or bytes as they are. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly contentType: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** An HTML page, as a proxy or a captive portal sends it. */
  | { readonly kind: 'html'; readonly status: number }
  /** The envelope of the older endpoints with a code of the table, and HTTP status 200. */
  | { readonly kind: 'envelope'; readonly code: number; readonly msg: string }
  /** XML, as object storage refuses. */
  | { readonly kind: 'storage-error'; readonly status: number; readonly code: string }
  /** 429, with `Retry-After` in the asked form or without. */
  | {
      readonly kind: 'rate-limit';
      readonly retryAfterSeconds: number | null;
      readonly retryAfterForm: 'seconds' | 'date';
    }
  /** The body is read and nothing is ever answered. */
  | { readonly kind: 'never' }
  /** The connection ends without an answer. */
  | { readonly kind: 'hang-up' }
  /** The connection ends after this many bytes of the request's body. */
  | { readonly kind: 'cut-upload'; readonly afterBytes: number }
  /** A complete HTTP answer whose JSON stops in the middle. */
  | { readonly kind: 'truncated-json' }
  /** The real answer, with an `image_file` that no decoder accepts. */
  | { readonly kind: 'broken-image' }
  /** The real answer, with an `image_file` of another size. */
  | { readonly kind: 'other-size'; readonly width: number; readonly height: number }
  /** The next signed addresses that the path hands out have expired; `times` counts addresses. */
  | { readonly kind: 'expired-urls' }
  | JsonFaultAction
  | OtherServiceAction
  | TransferFaultAction
  /** The task that the call makes is odd. */
  | TaskFaultAction
  /** A streamed answer that goes wrong on its way. */
  | StreamFaultAction;

/** A fault that waits for its calls. */
export interface Fault {
  readonly id: string;
  /** Exact path, the beginning of paths before a final `*`, or `*` for every path. */
  readonly path: string;
  /** Calls that are still to be hit. */
  readonly remaining: number;
  readonly delayMilliseconds: number;
  /** Answer before the body has been read. */
  readonly isEarly: boolean;
  readonly action: FaultAction;
}

/** Faults in the order in which they were asked for; the first that fits a call is used. */
export interface FaultStore {
  add(fault: Omit<Fault, 'id'>): Fault;
  /** The fault for a call to this path, counted down, or null. */
  take(path: string): Fault | null;
  /** Whether the next signed address of this path is to have expired, counted down. */
  takeExpiredUrl(path: string): boolean;
  list(): readonly Fault[];
  clear(): void;
}

/** A store without faults. */
export function createFaultStore(): FaultStore {
  let faults: readonly Fault[] = [];
  let next = 1;
  function use(path: string, isForUrls: boolean): Fault | null {
    const found = faults.find(
      (each) => (each.action.kind === 'expired-urls') === isForUrls && isHit(each, path),
    );
    if (found === undefined) return null;
    const left = { ...found, remaining: found.remaining - 1 };
    faults = faults.flatMap((each) => (each !== found ? [each] : left.remaining > 0 ? [left] : []));
    return left;
  }
  return {
    add: (fault) => {
      const added = { ...fault, id: String(next++) };
      faults = [...faults, added];
      return added;
    },
    take: (path) => use(path, false),
    takeExpiredUrl: (path) => use(path, true) !== null,
    list: () => faults,
    clear: () => {
      faults = [];
    },
  };
}

function isHit(fault: Fault, path: string): boolean {
  return fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path;
}

/**
 * Reads the body of `POST /practice/faults`.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY for unknown kinds, fields and values
 */
export function readFault(fields: Fields): Omit<Fault, 'id'> {
  const fault = {
    path: fields.text('path'),
    remaining: fields.integer('times', 1, 1, 1_000_000),
    delayMilliseconds: fields.integer('delayMilliseconds', 0, 0, 3_600_000),
    isEarly: fields.flag('early'),
    action: readAction(fields),
  };
  fields.checkNothingLeft();
  if (fault.action.kind === 'task' && !TASK_PATHS.has(fault.path)) {
    throw invalidBody(`A task is made at ${[...TASK_PATHS].join(' and ')} only.`);
  }
  return fault;
}

function readAction(fields: Fields): FaultAction {
  const kind = fields.text('kind');
  switch (kind) {
    case 'delay':
    case 'never':
    case 'hang-up':
    case 'truncated-json':
    case 'broken-image':
    case 'expired-urls':
      return { kind };
    case 'task':
      return readTaskFault(fields);
    case 'other-service': {
      const unit = fields.text('unit', 'units');
      if (unit !== 'units' && unit !== 'dollars')
        throw invalidBody('unit is not units or dollars.');
      return { kind, unit };
    }
    case 'answer': {
      const base64 = fields.text('bodyBase64', '');
      const body = base64 === '' ? fields.any('body') : Buffer.from(base64, 'base64');
      return {
        kind,
        status: fields.integer('status', 200, 200, 599),
        body,
        contentType: fields.text(
          'contentType',
          typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
        ),
        headers: fields.texts('headers'),
      };
    }
    case 'html':
      return { kind, status: fields.integer('status', 200, 200, 599) };
    case 'rate-limit':
      return {
        kind,
        retryAfterSeconds: fields.optionalInteger('retryAfterSeconds', 0, 86_400),
        retryAfterForm: fields.text('retryAfterForm', 'seconds') === 'date' ? 'date' : 'seconds',
      };
    case 'envelope':
      return { kind, code: fields.integer('code', -1, -1000, 1000), msg: fields.text('msg', '') };
    case 'storage-error':
      return {
        kind,
        status: fields.integer('status', 403, 400, 599),
        code: fields.text('code', 'AccessDenied'),
      };
    case 'cut-upload':
      return { kind, afterBytes: fields.integer('afterBytes', 0, 0, 1_000_000_000) };
    case 'other-size':
      return {
        kind,
        width: fields.integer('width', 64, 1, 8_192),
        height: fields.integer('height', 64, 1, 8_192),
      };
    default: {
      const action =
        readJsonFault(kind, fields) ??
        readTransferFault(kind, fields) ??
        readStreamFault(kind, fields);
      if (action === null) throw invalidBody(`There is no fault of kind ${kind}.`);
      return action;
    }
  }
}
