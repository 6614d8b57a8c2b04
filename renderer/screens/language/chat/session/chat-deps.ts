import type { answers } from '../../../../markdown/answers/index.ts';
import type { BackendClient } from '../../../../core/backend/client.ts';
import type { Offer } from '../../models/model-choice.ts';
import type { ChatStore } from './chat-store.ts';

export interface ChatDeps {
  readonly backend: Pick<BackendClient, 'conversations' | 'language'>;
  readonly store: ChatStore;
  readonly answers: Pick<typeof answers, 'track'>;
  /** @throws AppError */
  importPicture(file: File): Promise<{ readonly id: string }>;
  models(): Offer | undefined;
  say(message: string): void;
  sayUndo(message: string, undo: () => void): void;
}
