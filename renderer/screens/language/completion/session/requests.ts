import { MOST_CHOICES } from '../../../../../shared/api/language-answer.ts';
import {
  CHAT_PARAMETERS,
  tooManyAnswers,
} from '../../../../../shared/parameters/chat-parameters.ts';
import type {
  LanguageParameters,
  LanguageRequest,
} from '../../../../../shared/contract/language.ts';
import { parameterObstacle, requestFields } from '../../parameters/parameters.ts';
import type { CompletionDeps } from './completion-deps.ts';
import type { DocumentSettings } from './document-settings.ts';

type CompletionPrompt = Extract<LanguageRequest, { kind: 'completion' }>['prompt'];

export function createRequests(
  deps: Pick<CompletionDeps, 'store' | 'defaultModel' | 'modelObstacle'>,
) {
  const { store } = deps;

  function modelOf({ model }: DocumentSettings): string | undefined {
    return model ?? deps.defaultModel();
  }

  /** Requests the most alternatives for visible probabilities, unless a number is set. */
  function parametersOf({
    parameters,
    areProbabilitiesShown,
  }: DocumentSettings): LanguageParameters {
    if (!areProbabilitiesShown || parameters.logprobs !== undefined) return parameters;
    return { ...parameters, logprobs: CHAT_PARAMETERS.logprobs.range.max };
  }

  function isBusy(documentId: string): boolean {
    const answer = store.getState().answers.get(documentId);
    return answer !== undefined && answer.run === undefined;
  }

  function unsendable(isWriting = false): string | undefined {
    const { settings } = store.getState();
    const model = modelOf(settings);
    if (model === undefined) return 'Select a model first.';
    return (
      deps.modelObstacle(model) ??
      (isWriting
        ? 'An answer is being written.'
        : parameterObstacle(settings.parameters, 'completion'))
    );
  }

  /** Returns `undefined` if a request can be sent. */
  function obstacle(): string | undefined {
    const { document } = store.getState();
    return unsendable(document !== undefined && isBusy(document.id));
  }

  /** `undefined` without a model. @param parameters those of the document and its layers */
  function requestFor(
    prompt: CompletionPrompt,
    parameters: LanguageParameters = parametersOf(store.getState().settings),
  ): LanguageRequest | undefined {
    const model = modelOf(store.getState().settings);
    if (model === undefined) return undefined;
    return { kind: 'completion', ...requestFields(parameters), model, prompt };
  }

  /** @param prompts in one request, which is not for the document */
  function promptObstacle(prompts: number): string | undefined {
    const answers = prompts * (store.getState().settings.parameters.n ?? 1);
    const many = answers > MOST_CHOICES ? tooManyAnswers(answers, MOST_CHOICES) : undefined;
    return unsendable() ?? (many && `${many} Run fewer prompts at once.`);
  }

  return { isBusy, obstacle, requestFor, promptObstacle };
}
