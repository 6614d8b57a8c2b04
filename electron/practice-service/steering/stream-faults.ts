/** Streams that go wrong on their way, or that are written in an unusual form. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamFrame } from '../answer.ts';
import { ConnectionCut, invalidBody } from '../errors.ts';
import type { Fields } from './fields.ts';
import { eventText } from '../stream.ts';
import { pause } from '../waiting.ts';

/** How the events of a stream are written; everything here is allowed to a server. */
export interface StreamForm {
  readonly lineEnd: 'lf' | 'crlf' | 'cr';
  /** Comment lines, empty comments, and `event:`, `id:` and `retry:` fields in between. */
  readonly comments: boolean;
  /** JSON over several lines, each with a `data:` of its own. */
  readonly dataLines: boolean;
  /** Most bytes of one write to the socket, or null for whole events. */
  readonly writeBytes: number | null;
}

interface Formed {
  readonly form: StreamForm;
}

/** A way in which a streamed answer goes wrong. `afterChunks` counts events before usage and end. */
export type StreamFaultAction =
  /** Nothing but the form is changed. */
  | ({ readonly kind: 'stream-form' } & Formed)
  /** Nothing more comes, for so long or (null) until the client goes away. */
  | ({
      readonly kind: 'stream-stall';
      readonly afterChunks: number;
      readonly stallMilliseconds: number | null;
    } & Formed)
  /** The connection ends in the middle of the answer. */
  | ({ readonly kind: 'stream-cut'; readonly afterChunks: number } & Formed)
  /** The HTTP answer ends as it should, but early (unless null) and without `[DONE]`. */
  | ({ readonly kind: 'no-done'; readonly afterChunks: number | null } & Formed)
  /** `[DONE]` without the usage that was asked for. */
  | ({ readonly kind: 'no-usage' } & Formed)
  /** `{error: {message, code}}` as an event; then the answer ends, or goes on. */
  | ({
      readonly kind: 'error-frame';
      readonly afterChunks: number;
      readonly message: string;
      readonly code: number;
      readonly goesOn: boolean;
    } & Formed)
  /** The JSON of one event stops in its middle; the answer goes on. */
  | ({ readonly kind: 'broken-frame'; readonly afterChunks: number } & Formed);

const RANGE = {
  /** Most events that a fault may wait for. */
  chunks: 1_000_000,
  /** Longest pause: an hour. */
  stallMilliseconds: 3_600_000,
  /** Most bytes of one write. */
  writeBytes: 65_536,
} as const;

/**
 * Reads the fields of a stream fault, or gives null for a kind that is none.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readStreamFault(kind: string, fields: Fields): StreamFaultAction | null {
  switch (kind) {
    case 'stream-form':
    case 'no-usage':
      return { kind, form: readForm(fields) };
    case 'stream-stall': {
      const most = RANGE.stallMilliseconds;
      const stallMilliseconds = fields.optionalInteger('stallMilliseconds', 0, most);
      return { kind, ...readPlace(fields), stallMilliseconds, form: readForm(fields) };
    }
    case 'stream-cut':
    case 'broken-frame':
      return { kind, ...readPlace(fields), form: readForm(fields) };
    case 'no-done': {
      const afterChunks = fields.optionalInteger('afterChunks', 0, RANGE.chunks);
      return { kind, afterChunks, form: readForm(fields) };
    }
    case 'error-frame':
      return {
        kind,
        ...readPlace(fields),
        message: fields.text('message', 'The model stopped unexpectedly.'),
        code: fields.integer('code', 500, 0, 99_999),
        goesOn: fields.flag('goesOn'),
        form: readForm(fields),
      };
    default:
      return null;
  }
}

function readPlace(fields: Fields): { readonly afterChunks: number } {
  return { afterChunks: fields.integer('afterChunks', 0, 0, RANGE.chunks) };
}

function readForm(fields: Fields): StreamForm {
  const lineEnd = fields.text('lineEnd', 'lf');
  if (lineEnd !== 'lf' && lineEnd !== 'crlf' && lineEnd !== 'cr') {
    throw invalidBody('lineEnd is not lf, crlf or cr.');
  }
  return {
    lineEnd,
    comments: fields.flag('comments'),
    dataLines: fields.flag('dataLines'),
    writeBytes: fields.optionalInteger('writeBytes', 1, RANGE.writeBytes),
  };
}

/**
 * The bytes of a stream that a fault has spoilt, piece by piece.
 *
 * @throws ConnectionCut where the connection is to end; ClientGone while stalled
 */
export async function* spoiltPieces(
  action: StreamFaultAction,
  batches: AsyncIterable<readonly StreamFrame[]>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for await (const text of spoiltTexts(action, batches, signal)) {
    const bytes = Buffer.from(text);
    const size = action.form.writeBytes ?? bytes.byteLength;
    for (let at = 0; at < bytes.byteLength; at += size) {
      yield bytes.subarray(at, at + size);
      // a turn of the event loop for each piece, or the system would join them
      if (action.form.writeBytes !== null) await nextTurn();
    }
  }
}

/** The text of each event, in the fault's form, and the fault itself between events. */
async function* spoiltTexts(
  action: StreamFaultAction,
  batches: AsyncIterable<readonly StreamFrame[]>,
  signal: AbortSignal,
): AsyncIterable<string> {
  const place = 'afterChunks' in action ? action.afterChunks : null;
  let chunks = 0;
  for await (const batch of batches) {
    for (const frame of batch) {
      if (frame.kind === 'done' && action.kind === 'no-done') return;
      if (frame.kind === 'usage' && action.kind === 'no-usage') continue;
      // an answer that is too short for the fault meets it at its end
      const isHere =
        place !== null && (chunks === place || (chunks < place && frame.kind !== 'chunk'));
      if (frame.kind === 'chunk') chunks += 1;
      if (!isHere) {
        yield formed(frame, action.form);
        continue;
      }
      chunks = Number.POSITIVE_INFINITY;
      if (action.kind === 'stream-cut') throw new ConnectionCut();
      if (action.kind === 'no-done') return;
      if (action.kind === 'stream-stall')
        await pause(action.stallMilliseconds ?? RANGE.stallMilliseconds, signal);
      if (action.kind === 'error-frame') {
        const { message, code } = action;
        const data = JSON.stringify({ error: { message, code } });
        yield formed({ kind: 'chunk', data }, action.form);
        if (!action.goesOn) return;
      }
      yield action.kind === 'broken-frame'
        ? halved(frame, action.form)
        : formed(frame, action.form);
    }
  }
}

function halved(frame: StreamFrame, form: StreamForm): string {
  const data = frame.data.slice(0, Math.floor(frame.data.length / 2));
  return formed({ ...frame, data }, { ...form, dataLines: false });
}

/** An event in the asked form. */
function formed(frame: StreamFrame, form: StreamForm): string {
  let text = eventText(frame);
  if (form.dataLines && frame.kind !== 'done') {
    const lines = JSON.stringify(JSON.parse(frame.data), null, 1).split('\n');
    text = `${lines.map((line) => `data: ${line}`).join('\n')}\n\n`;
  }
  if (form.comments) text = `: still here\n:\nid: 1\nretry: 3000\nevent: message\n${text}:\n\n`;
  if (form.lineEnd === 'lf') return text;
  return text.replaceAll('\n', form.lineEnd === 'cr' ? '\r' : '\r\n');
}

/** The first bytes of a stream; then the connection ends, if there was more. */
export async function* cutPieces(
  pieces: AsyncIterable<Uint8Array>,
  afterBytes: number,
): AsyncIterable<Uint8Array> {
  let left = afterBytes;
  for await (const piece of pieces) {
    if (piece.byteLength > left) {
      yield piece.subarray(0, left);
      throw new ConnectionCut();
    }
    yield piece;
    left -= piece.byteLength;
  }
}
