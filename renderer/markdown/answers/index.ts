/**
 * Answers of language models in this window.
 * ```ts
 * const { runId } = await backend.language.start(request);
 * answers.track(runId, { documentId }); // Continues on other screens, with a dot.
 * const stop = answers.follow(runId, {
 *   take({ events, end }) { … }, // Everything so far, then once a frame.
 *   onError(error) { … },
 * });
 * ```
 */
import { useStore } from 'zustand';
import { backend, backendLine } from '../../core/backend/client.ts';
import { createAnswers, type AnswerPlace } from './answers.ts';
import { windowFrames } from '../../core/stream/frames.ts';

export type { AnswerPlace } from './answers.ts';
export type { AnswerListener, AnswerNews } from './follow-answer.ts';

export const answers = createAnswers({
  open: (runId, afterSequence, signal) =>
    backend.language.follow({ runId, afterSequence }, { signal }),
  line: backendLine,
  frames: windowFrames,
});

/** Selects from the answers in progress, for a dot where they are shown. */
export function useRunningAnswers<Selected>(
  select: (running: ReadonlyMap<string, AnswerPlace>) => Selected,
): Selected {
  return useStore(answers.state, ({ running }) => select(running));
}
