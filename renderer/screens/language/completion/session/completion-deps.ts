import type { answers } from '../../../../markdown/answers/index.ts';
import type { BackendClient } from '../../../../core/backend/client.ts';
import type { uploadFile } from '../../../../core/backend/media.ts';
import type { OpenDocument } from '../document/open-document.ts';
import type { CompletionStore } from './completion-store.ts';
import type { DocumentKeeper } from './document-keeper.ts';
import type { DocumentSettings, RunningAnswer } from './document-settings.ts';

export interface CompletionDeps {
  readonly backend: BackendClient;
  readonly store: CompletionStore;
  readonly answers: Pick<typeof answers, 'follow' | 'track'>;
  readonly upload: typeof uploadFile;
  readonly nonce: string;
  readonly say: (message: string, tone?: 'done' | 'plain') => void;
  readonly sayUndo: (message: string, undo: () => void) => void;
  /** Remembers the document for the next start; `undefined` for none. */
  readonly keepOpen: (documentId: string | undefined) => void;
  readonly isSeedLocked: () => boolean;
  /** Returns `undefined` if the model can be used. */
  modelObstacle(model: string | undefined): string | undefined;
  readonly defaultModel: () => string | undefined;
}

export interface OpenedDocument {
  readonly document: OpenDocument;
  readonly keeper: DocumentKeeper;
  name: string;
  settings: DocumentSettings;
  running: RunningAnswer | undefined;
}
