/** The two ways in which steering changes a call: a fault, and a refusal because of a rate limit. */
import type { Answer, StreamedAnswer } from '../answer.ts';
import { ConnectionCut } from '../errors.ts';
import type { CallChange, ChangedCall } from '../steering-hooks.ts';
import { eventBytes } from '../stream.ts';
import { pause, untilGone } from '../waiting.ts';
import { replacementAnswer, spoilAnswer, tooManyCalls } from './fault-answers.ts';
import type { Fault } from './faults.ts';
import { framesOfOtherService } from './other-service.ts';
import { cutPieces, spoiltPieces } from './stream-faults.ts';
import { writeFaulted } from './transfer-faults.ts';

/** A call that meets a fault. */
export function faultedCall(fault: Fault): CallChange {
  const { action } = fault;
  return {
    fault: action.kind,
    taskQuirks: action.kind === 'task' ? { ...action.quirks } : null,
    answer: (call) => answerFaulted(fault, call),
    writeBody: (response, body, signal) => writeFaulted(response, body, action, signal),
    streamPieces: (batches, signal) => {
      if (action.kind === 'other-service') {
        return eventBytes(framesOfOtherService(action, batches));
      }
      if (action.kind === 'cut') return cutPieces(eventBytes(batches), action.afterBytes);
      return 'form' in action ? spoiltPieces(action, batches, signal) : null;
    },
  };
}

/**
 * A call above its rate limit.
 *
 * @param retryAfterSeconds said in `Retry-After`; null for no such header
 */
export function refusedCall(retryAfterSeconds: number | null): CallChange {
  return {
    fault: null,
    taskQuirks: null,
    answer: async (call) => {
      await call.inspect();
      return tooManyCalls(retryAfterSeconds, 'seconds', 0);
    },
    writeBody: async () => false,
    streamPieces: () => null,
  };
}

async function answerFaulted(
  { action, isEarly, delayMilliseconds }: Fault,
  call: ChangedCall,
): Promise<Answer | StreamedAnswer> {
  if (action.kind === 'cut-upload') {
    await call.receive(action.afterBytes);
    throw new ConnectionCut();
  }
  const replacement = replacementAnswer(action, call.now);
  const isSilent = action.kind === 'never' || action.kind === 'hang-up';
  if ((replacement !== null || isSilent) && !isEarly) await call.inspect();
  const answer = isSilent ? null : (replacement ?? (await call.answer()));
  const isWhole = answer !== null && 'body' in answer;
  const spoilt = isWhole ? await spoilAnswer(action, answer) : answer;
  await pause(delayMilliseconds, call.signal);
  if (action.kind === 'never') await untilGone(call.signal);
  if (spoilt === null) throw new ConnectionCut();
  return spoilt;
}
