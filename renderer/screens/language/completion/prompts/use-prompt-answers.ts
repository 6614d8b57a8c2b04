import { useEffect, useState } from 'react';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { answers } from '../../../../markdown/answers/index.ts';

export interface PromptAnswers {
  readonly texts: readonly string[];
  /** Missing while they are written. */
  readonly run: LanguageRun | undefined;
  readonly error: AppError | undefined;
}

const NOTHING: PromptAnswers = { texts: [], run: undefined, error: undefined };

export function usePromptAnswers(runId: string | null): PromptAnswers {
  const [state, setState] = useState<{ readonly runId: string | null } & PromptAnswers>({
    ...NOTHING,
    runId,
  });
  if (state.runId !== runId) setState({ ...NOTHING, runId });
  useEffect(() => {
    if (runId === null) return undefined;
    const texts: string[] = [];
    const show = (more: Partial<PromptAnswers>): void =>
      setState((before) => (before.runId === runId ? { ...before, ...more } : before));
    return answers.follow(runId, {
      take({ events, end }) {
        for (const event of events) {
          if (event.is === 'text') texts[event.choice] = (texts[event.choice] ?? '') + event.text;
        }
        show({ texts: Array.from(texts, (text: string | undefined) => text ?? ''), run: end });
      },
      onError: (error) => show({ error }),
    });
  }, [runId]);
  return state;
}
