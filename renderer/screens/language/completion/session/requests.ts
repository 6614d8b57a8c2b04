import { CHAT_PARAMETERS } from '../../../../../shared/parameters/chat-parameters.ts';
import type {
  LanguageParameters,
  LanguageRequest,
} from '../../../../../shared/contract/language.ts';
import { parameterObstacle, requestFields } from '../../parameters/parameters.ts';
import type { CompletionDeps } from './completion-deps.ts';
import type { DocumentSettings } from './document-settings.ts';

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

  /** Returns `undefined` if a request can be sent. */
  function obstacle(): string | undefined {
    const { settings, document } = store.getState();
    const model = modelOf(settings);
    if (model === undefined) return 'Select a model first.';
    const lacking = deps.modelObstacle(model);
    if (lacking !== undefined) return lacking;
    if (document !== undefined && isBusy(document.id)) return 'An answer is being written.';
    return parameterObstacle(settings.parameters, 'completion');
  }

  /** `undefined` without a model. */
  function requestFor(prompt: string): LanguageRequest | undefined {
    const { settings } = store.getState();
    const model = modelOf(settings);
    if (model === undefined) return undefined;
    const fields = requestFields(parametersOf(settings), 'completion');
    return { kind: 'completion', ...fields, model, prompt };
  }

  return { isBusy, obstacle, requestFor };
}
