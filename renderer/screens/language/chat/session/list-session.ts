import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { createAttempts } from '../../../../core/backend/attempts.ts';
import { createUndo } from '../../../../core/backend/undo.ts';
import type { uploadFile } from '../../../../core/backend/uploads.ts';
import { describeImport } from '../model/import-words.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { ConversationChanges } from './chat-session.ts';

export interface ListState {
  /** Missing: all folders. */
  readonly folder: string | undefined;
  readonly search: string;
  readonly order: 'newest' | 'best';
  readonly importing: Importing | undefined;
  readonly error: AppError | undefined;
}

interface Importing {
  readonly name: string;
  /** 0 to 1; missing if unknown. */
  readonly fraction: number | undefined;
}

export interface ListSession {
  readonly store: StoreApi<ListState>;
  change(conversationId: string, changes: ConversationChanges): Promise<void>;
  remove(entry: ConversationEntry): Promise<void>;
  save(conversationId: string, as: 'json' | 'markdown' | 'text'): Promise<void>;
  copy(conversationId: string, as: 'markdown' | 'text'): Promise<void>;
  /** @returns the id of its first conversation */
  import(file: File): Promise<string | undefined>;
  /** Keeps the conversations that are imported by then. */
  stopImport(): void;
}

interface ListDeps extends Pick<ChatDeps, 'backend' | 'say' | 'sayUndo'> {
  readonly finishSave: (
    outcome: Awaited<ReturnType<ChatDeps['backend']['conversations']['save']>>,
  ) => void;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly upload: typeof uploadFile;
  /** Closes a conversation that is about to be removed. @returns a function that reopens it */
  readonly leave: (conversationId: string) => Promise<() => void>;
}

export function createListSession(deps: ListDeps): ListSession {
  const { backend, say, sayUndo, finishSave, writeClipboard, leave } = deps;
  let stopping: AbortController | undefined;
  const store = createStore<ListState>(() => ({
    folder: undefined,
    search: '',
    order: 'newest',
    importing: undefined,
    error: undefined,
  }));
  const { attempt } = createAttempts(store);
  const undo = createUndo({ attempt, sayUndo });

  return {
    store,
    change: (conversationId, changes) =>
      attempt(() => backend.conversations.change({ conversationId, ...changes })),
    remove: (entry) =>
      attempt(async () => {
        const conversationIds = [entry.id];
        // leaving saves the draft, which a restored conversation gets back
        const bringBack = await leave(entry.id);
        await backend.conversations.remove({ conversationIds });
        undo.offer(`“${entry.title || 'New conversation'}” deleted.`, async () => {
          await backend.conversations.restore({ conversationIds });
          bringBack();
        });
      }),
    save: (conversationId, as) =>
      attempt(async () => finishSave(await backend.conversations.save({ conversationId, as }))),
    copy: (conversationId, as) =>
      attempt(async () => {
        const { text } = await backend.conversations.text({ conversationId, as });
        await writeClipboard(text);
        say('Copied.');
      }),
    async import(file) {
      let first: string | undefined;
      const stop = new AbortController();
      stopping = stop;
      store.setState({ importing: { name: file.name, fraction: undefined } });
      await attempt(async () => {
        try {
          const upload = await deps.upload(file, stop.signal);
          const options = { signal: stop.signal };
          for await (const step of await backend.conversations.import({ file: upload }, options)) {
            if (step.kind === 'report') {
              [first] = step.report.conversationIds;
              say(describeImport(step.report));
            } else {
              store.setState({ importing: { name: file.name, fraction: step.fraction } });
            }
          }
        } catch (thrown) {
          if (!stop.signal.aborted) throw thrown;
          say(
            'Import stopped. Complete conversations are in the list. Select the file again to import the rest.',
          );
        }
      });
      store.setState({ importing: undefined });
      return first;
    },
    stopImport: () => stopping?.abort(),
  };
}
