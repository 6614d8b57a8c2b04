/** The parts of the completion tab's session, and the documents that it has open. */
import type { Answers } from '../../../../texts/answers/index.ts';
import type { BackendClient } from '../../../../base/backend/client.ts';
import type { uploadFile } from '../../../../base/backend/uploads.ts';
import type { OpenDocument } from '../document/open-document.ts';
import type { CompletionStore } from './completion-store.ts';
import type { DocumentKeeper } from './document-keeper.ts';
import type { DocumentSettings, RunningAnswer } from './document-settings.ts';

/** The parts that the session is given. */
export interface CompletionParts {
  readonly backend: BackendClient;
  readonly store: CompletionStore;
  readonly answers: Pick<Answers, 'follow' | 'track'>;
  /** Takes a file to the backend, see `renderer/base/backend/uploads.ts`. */
  readonly upload: typeof uploadFile;
  readonly nonce: string;
  readonly say: (message: string, tone?: 'done' | 'plain') => void;
  readonly sayUndo: (message: string, undo: () => void) => void;
  /** Keeps the document in front for the next start; `undefined`: none. */
  readonly keepOpen: (documentId: string | undefined) => void;
  /** The list of documents has changed. */
  readonly refreshList: () => void;
  readonly isSeedLocked: () => boolean;
  /** Why this model cannot be sent with; `undefined` when it can. */
  modelObstacle(model: string | undefined): string | undefined;
  /** The connection's default model. */
  readonly defaultModel: () => string | undefined;
}

/** A document that this window has open. */
export interface OpenEntry {
  readonly document: OpenDocument;
  readonly keeper: DocumentKeeper;
  name: string;
  settings: DocumentSettings;
  running: RunningAnswer | undefined;
}
