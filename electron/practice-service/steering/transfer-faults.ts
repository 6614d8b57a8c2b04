/** Answers that go wrong while their bytes are on the way. */
import type { ServerResponse } from 'node:http';
import { ConnectionCut } from '../errors.ts';
import type { Fields } from './fields.ts';
import { pause, untilGone } from '../waiting.ts';

/** A way in which the body of the real answer goes wrong while it is sent. */
export type TransferFaultAction =
  /** The connection ends after this many bytes of the body. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Nothing more comes after this many bytes; the connection stays. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** The body comes in small pieces. */
  | {
      readonly kind: 'trickle';
      readonly pieceBytes: number;
      readonly everyMilliseconds: number;
    }
  /** A complete HTTP answer with bytes missing at the end (negative) or too many (positive). */
  | { readonly kind: 'wrong-length'; readonly bytes: number };

/** Most bytes that a fault may count to. */
const MOST_BYTES = 1_000_000_000;

/** Reads the fields of such a fault, or gives null for a kind that is none. */
export function readTransferFault(kind: string, fields: Fields): TransferFaultAction | null {
  switch (kind) {
    case 'cut':
    case 'stall':
      return { kind, afterBytes: fields.integer('afterBytes', 0, 0, MOST_BYTES) };
    case 'trickle':
      return {
        kind,
        pieceBytes: fields.integer('pieceBytes', 1024, 1, MOST_BYTES),
        everyMilliseconds: fields.integer('everyMilliseconds', 50, 1, 60_000),
      };
    case 'wrong-length':
      return { kind, bytes: fields.integer('bytes', -1, -MOST_BYTES, 1_000_000) };
    default:
      return null;
  }
}

/** A body that is shorter or longer than it should be. */
export function withWrongLength(body: Uint8Array, bytes: number): Uint8Array {
  if (bytes <= 0) return body.subarray(0, Math.max(0, body.byteLength + bytes));
  return Buffer.concat([body, Buffer.alloc(bytes)]);
}

/**
 * Writes a body as the fault says.
 *
 * @returns whether the fault was one of these and all is written
 * @throws ConnectionCut; ClientGone
 */
export async function writeFaulted(
  response: ServerResponse,
  body: Uint8Array,
  fault: { readonly kind: string } | TransferFaultAction,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isTransfer(fault)) return false;
  switch (fault.kind) {
    case 'wrong-length':
      return false;
    case 'cut':
      await write(response, body.subarray(0, fault.afterBytes));
      throw new ConnectionCut();
    case 'stall':
      await write(response, body.subarray(0, fault.afterBytes));
      return untilGone(signal);
    case 'trickle':
      for (let at = 0; at < body.byteLength; at += fault.pieceBytes) {
        if (at > 0) await pause(fault.everyMilliseconds, signal);
        await write(response, body.subarray(at, at + fault.pieceBytes));
      }
      response.end();
      return true;
  }
}

const KINDS: ReadonlySet<string> = new Set(['cut', 'stall', 'trickle', 'wrong-length']);

function isTransfer(fault: { readonly kind: string }): fault is TransferFaultAction {
  return KINDS.has(fault.kind);
}

function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.flushHeaders();
    response.write(bytes, () => resolve());
  });
}
