import { AppError } from '../../../../../shared/errors/app-error.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import type { ChatDeps } from './chat-deps.ts';
import { besideModelsOf, type ChatState } from './chat-store.ts';

export type ChatRequests = ReturnType<typeof createChatRequests>;

/** Reads what the next request says from the store. */
export function createChatRequests({ store, models }: Pick<ChatDeps, 'store' | 'models'>) {
  /** `undefined` for the connection's default. */
  function ownModel(): string | undefined {
    const { conversation, fresh } = store.getState();
    if (conversation !== undefined) return conversation.model;
    return fresh.model === undefined ? undefined : modelForNew(models(), fresh.model);
  }

  /** @throws AppError `invalid-input` for a model that the active account lacks */
  function requireOffered(asked: readonly (string | undefined)[]): void {
    const known = asked.filter((model) => model !== undefined);
    const message = modelObstacle(models(), known);
    if (message !== undefined) throw new AppError('invalid-input', message);
  }

  function nextConversation() {
    const { conversationId, fresh } = store.getState();
    if (conversationId !== undefined) return { conversationId };
    const { model: _model, besideModels: _beside, ...others } = fresh;
    const model = ownModel();
    return { begin: { ...others, ...(model && { model }) } };
  }

  function modelsToAsk(): { models?: readonly string[] } {
    const besideModels = besideModelsOf(store.getState());
    const own = ownModel();
    if (besideModels.length === 0 || own === undefined) return {};
    return { models: [...new Set([own, ...besideModels])] };
  }

  function nextMessage({ draft, pictures }: Pick<ChatState, 'draft' | 'pictures'>) {
    const { messages, leaveOut } = store.getState();
    const parentId = messages.at(-1)?.id;
    return {
      text: draft,
      ...(pictures.length > 0 && { pictures }),
      ...(parentId !== undefined && { parentId }),
      ...modelsToAsk(),
      ...(leaveOut.length > 0 && { leaveOut }),
    };
  }

  return { ownModel, requireOffered, nextConversation, modelsToAsk, nextMessage };
}
