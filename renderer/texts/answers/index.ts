/**
 * Answers of language models in this window.
 *
 * ```ts
 * const { runId } = await backend.language.start(request);
 * answers.track(runId, { documentId }); // continues on other screens, with a dot.
 * const stop = answers.follow(runId, {
 *   take({ events, end }) { … }, // everything so far, then once a frame
 *   onError(error) { … },
 * });
 * ```
 */
import { useStore } from 'zustand';
import { backend, backendLine } from '../../base/backend/client.ts';
import { createAnswers, type AnswerPlace } from './answers.ts';
import { windowFrames } from '../../base/stream/frames.ts';

export type { AnswerPlace, Answers } from './answers.ts';
export type { AnswerListener, AnswerNews } from './follow-answer.ts';

/** The answers of this window. */
export const answers = createAnswers({
  open: (runId, afterSequence, signal) =>
    backend.language.follow({ runId, afterSequence }, { signal }),
  line: backendLine,
  frames: windowFrames,
});

/** Part of the answers that are being written, for a dot where they are shown. */
export function useRunningAnswers<Selected>(
  select: (running: ReadonlyMap<string, AnswerPlace>) => Selected,
): Selected {
  return useStore(answers.state, ({ running }) => select(running));
}
