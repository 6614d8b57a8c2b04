/**
 * Reads mutated streams, in a thread that can be ended when one of them does not. Tells the number of each
 * before it is read, and how it went.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { mutatedStream } from './mutated-streams.ts';
import { readParts, type StreamOutcome } from './streams.ts';

/** The numbers of the streams. */
export interface MutationOrder {
  readonly from: number;
  readonly to: number;
}

/** News of one stream. */
export type MutationNews =
  | { readonly is: 'begun'; readonly number: number }
  | {
      readonly is: 'read';
      readonly number: number;
      /** Kind and message; `undefined`: it ended as it should. */
      readonly error: { readonly kind: string; readonly message: string } | undefined;
      readonly hasEnd: boolean;
      /** Reading in pieces and as a whole gave the same. */
      readonly isSame: boolean;
    };

/**
 * Everything that was read, but for unreadable lines: the parser forgets one that is no event when it comes
 * in parts, and shows it when it comes as a whole.
 */
function facts({ texts, others, end, error }: StreamOutcome): string {
  const known = others.filter(({ is }) => is !== 'unreadable');
  return JSON.stringify([texts, known, end, error?.kind, error?.message]);
}

const { from, to } = workerData as MutationOrder;
const port = parentPort;
if (port === null) throw new Error('This is a thread’s script.');
for (let number = from; number < to; number++) {
  port.postMessage({ is: 'begun', number } satisfies MutationNews);
  const { bytes, cuts, contentType } = mutatedStream(number);
  const ends = [...cuts, bytes.length];
  const parts = ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
  const pieces = await readParts(parts, contentType);
  const whole = await readParts([bytes], contentType);
  const { error } = pieces;
  port.postMessage({
    is: 'read',
    number,
    error: error && { kind: error.kind, message: error.message },
    hasEnd: pieces.end !== undefined,
    isSame: facts(pieces) === facts(whole),
  } satisfies MutationNews);
}
