/**
 * The places at which a service can be made to go wrong, for tests and for `npm run practice`. Their
 * code is in `steering/`, which a service that is embedded never loads: it has no hooks.
 */
import type { ServerResponse } from 'node:http';
import type { Answer, StreamedAnswer, StreamFrame } from './answer.ts';
import type { RequestRecord } from './request-record.ts';
import type { TaskQuirks } from './tasks/tasks.ts';
import type { SentFiles } from './work/messages.ts';

/** Begins the paths by which a service is steered. Calls to them are not remembered and never changed. */
export const STEERING_PREFIX = '/practice/';

/** The questions of a service to its steering while it answers calls. */
export interface SteeringHooks {
  /** Remembers a call that has begun; its record is filled in until the call is over. */
  remember(record: RequestRecord): void;
  /** Keeps the pictures of a call for a while. */
  keepFiles(recordId: string, files: SentFiles): void;
  /** The change to the next call of this path, counted down; null to answer as usual. */
  takeChange(path: string): CallChange | null;
  /** Whether the next signed address that this path hands out is to have expired, counted down. */
  takeExpiredUrl(path: string): boolean;
}

/** How one call is answered differently. */
export interface CallChange {
  /** Kind of the fault, for the record; null when the change is none. */
  readonly fault: string | null;
  /** How the task is to behave that the call makes; null for a task that behaves. */
  readonly taskQuirks: TaskQuirks | null;
  /**
   * Answers the call.
   *
   * @throws ConnectionCut where the connection is to end; ClientGone; ServiceError
   */
  answer(call: ChangedCall): Promise<Answer | StreamedAnswer>;
  /**
   * Writes a body in another way.
   *
   * @returns whether all of it is written; if not, nothing was
   * @throws ConnectionCut; ClientGone
   */
  writeBody(response: ServerResponse, body: Uint8Array, signal: AbortSignal): Promise<boolean>;
  /** The bytes of a stream as they are to be sent; null for the usual ones. */
  streamPieces(
    batches: AsyncIterable<readonly StreamFrame[]>,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array> | null;
}

/** A call that is answered differently, with everything that can be done about it. */
export interface ChangedCall {
  /** Aborted when the client goes away or the server closes. */
  readonly signal: AbortSignal;
  /** Unix milliseconds by the service's clock. */
  readonly now: number;
  /** Answers as the service would. */
  answer(): Promise<Answer | StreamedAnswer>;
  /** Reads and records the call without answering it, as far as it can be read. */
  inspect(): Promise<void>;
  /** Reads this many bytes of the body, or all of it. */
  receive(bytes: number): Promise<void>;
}
