import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import type { Attempts } from '../../../../base/backend/attempts.ts';
import { afterSending, parameterObstacle, requestFields } from '../../parameters/parameters.ts';
import type { CompletionParts } from './completion-parts.ts';
import type { DocumentSettings } from './document-settings.ts';

type CompletionPrompt = Extract<LanguageRequest, { kind: 'completion' }>['prompt'];

export type PromptSending = ReturnType<typeof createPromptSending>;

/** @param parts.change changes settings of the document */
export function createPromptSending(
  parts: CompletionParts &
    Pick<Attempts, 'attempt' | 'fail'> & {
      readonly change: (changes: Partial<DocumentSettings>) => void;
    },
) {
  const { backend, store, attempt, fail, change } = parts;
  return {
    promptObstacle(): string | undefined {
      const { settings } = store.getState();
      const model = settings.model ?? parts.defaultModel();
      if (model === undefined) return 'Select a model first.';
      return parts.modelObstacle(model) ?? parameterObstacle(settings.parameters, 'completion');
    },
    /** `undefined` without a model. */
    promptRequest(prompt: CompletionPrompt): LanguageRequest | undefined {
      const { settings } = store.getState();
      const model = settings.model ?? parts.defaultModel();
      if (model === undefined) return undefined;
      const fields = requestFields(settings.parameters, 'completion');
      return { kind: 'completion', ...fields, model, prompt };
    },
    /** `undefined` if sending failed. */
    async sendPrompts(
      request: LanguageRequest,
    ): Promise<{ readonly runId: string; readonly answers: number } | undefined> {
      let begun: { readonly runId: string; readonly answers: number } | undefined;
      await attempt(async () => {
        const { runId } = await backend.language.start(request);
        parts.answers.track(runId, {});
        const { parameters } = store.getState().settings;
        const next = afterSending(parameters, parts.isSeedLocked());
        if (next !== parameters) change({ parameters: next });
        begun = { runId, answers: Math.max(1, request.n ?? 1) };
      });
      return begun;
    },
    stopPrompts: (runId: string): void => void backend.language.stop({ runId }).catch(fail),
  };
}
