import { replaceEqualDeep } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationEntry, SearchHit } from '../../../../../shared/contract/conversations.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { createAttempts } from '../../../../core/backend/attempts.ts';
import type { uploadFile } from '../../../../core/backend/uploads.ts';
import { describeImport } from '../model/import-words.ts';
import { sharedById } from '../model/path.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { ConversationChanges } from './chat-session.ts';

const LIST = {
  page: 60,
  most: 200,
  hits: 40,
  /** Conversations with matching titles. */
  titles: 8,
  /** Debounce of the search, ms. */
  rest: 150,
} as const;

export interface ListState {
  readonly entries: readonly ConversationEntry[];
  readonly after: string | undefined;
  readonly isLoaded: boolean;
  readonly folders: readonly { readonly folder: string; readonly count: number }[];
  /** Missing: all folders. */
  readonly folder: string | undefined;
  readonly search: string;
  readonly order: 'newest' | 'best';
  /** Missing while there is no search. */
  readonly hits: readonly SearchHit[] | undefined;
  readonly hitsAfter: string | undefined;
  readonly titled: readonly ConversationEntry[];
  readonly importing: Importing | undefined;
  readonly error: AppError | undefined;
}

export interface Importing {
  readonly name: string;
  /** 0 to 1; missing if unknown. */
  readonly fraction: number | undefined;
}

export interface ListSession {
  readonly store: Pick<StoreApi<ListState>, 'getState' | 'getInitialState' | 'subscribe'>;
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  setFolder(folder: string | undefined): void;
  setSearch(search: string): void;
  setOrder(order: ListState['order']): void;
  loadMoreHits(): Promise<void>;
  change(conversationId: string, changes: ConversationChanges): Promise<void>;
  remove(entry: ConversationEntry): Promise<void>;
  save(conversationId: string, as: 'json' | 'markdown' | 'text'): Promise<void>;
  copy(conversationId: string, as: 'markdown' | 'text'): Promise<void>;
  /** @returns the id of its first conversation */
  import(file: File): Promise<string | undefined>;
  /** Keeps the conversations that are imported by then. */
  stopImport(): void;
  dismissError(): void;
}

export interface ListDeps extends Pick<ChatDeps, 'backend' | 'answers' | 'say' | 'sayUndo'> {
  readonly finishSave: (
    outcome: Awaited<ReturnType<ChatDeps['backend']['conversations']['save']>>,
  ) => void;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly upload: typeof uploadFile;
  /** Closes a conversation that is about to be removed. @returns a function that reopens it */
  readonly leave: (conversationId: string) => Promise<() => void>;
}

export function createListSession(deps: ListDeps): ListSession {
  const { backend, answers, say, sayUndo, finishSave, writeClipboard, leave } = deps;
  let stopping: AbortController | undefined;
  const store = createStore<ListState>(() => ({
    entries: [],
    after: undefined,
    isLoaded: false,
    folders: [],
    folder: undefined,
    search: '',
    order: 'newest',
    hits: undefined,
    hitsAfter: undefined,
    titled: [],
    importing: undefined,
    error: undefined,
  }));
  const { attempt } = createAttempts(store);
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function page(after: string | undefined, limit: number) {
    const { folder } = store.getState();
    const found = await backend.conversations.list({
      ...(folder !== undefined && { folder }),
      ...(after !== undefined && { after }),
      limit,
    });
    for (const { id: conversationId, runIds } of found.entries) {
      for (const runId of runIds) answers.track(runId, { conversationId });
    }
    return found;
  }

  async function refresh(): Promise<void> {
    latest += 1;
    const order = latest;
    await attempt(async () => {
      const limit = Math.min(LIST.most, Math.max(LIST.page, store.getState().entries.length));
      const [{ entries, after }, folders] = await Promise.all([
        page(undefined, limit),
        backend.conversations.folders(),
      ]);
      if (order !== latest) return;
      const { folder } = store.getState();
      if (folder && !folders.some((each) => each.folder === folder)) {
        setFolder(undefined); // the folder is empty now
        return;
      }
      store.setState((state) => ({
        entries: sharedById(state.entries, entries),
        folders: replaceEqualDeep(state.folders, folders),
        after,
        isLoaded: true,
      }));
    });
  }

  function setFolder(folder: string | undefined): void {
    store.setState({ folder, entries: [], after: undefined, isLoaded: false });
    void refresh();
  }

  async function renew(): Promise<void> {
    await Promise.all([refresh(), find()]);
  }

  async function find(): Promise<void> {
    const { search, order } = store.getState();
    if (search.trim() === '') {
      store.setState({ hits: undefined, hitsAfter: undefined, titled: [] });
      return;
    }
    await attempt(async () => {
      const [found, titled] = await Promise.all([
        backend.conversations.search({ text: search, order, limit: LIST.hits }),
        backend.conversations.list({ search, limit: LIST.titles }),
      ]);
      const now = store.getState();
      if (now.search !== search || now.order !== order) return;
      store.setState({ hits: found.hits, hitsAfter: found.after, titled: titled.entries });
    });
  }

  return {
    store,
    refresh,
    async loadMore() {
      const { after, entries } = store.getState();
      if (after === undefined) return;
      await attempt(async () => {
        const next = await page(after, LIST.page);
        if (store.getState().after !== after) return;
        const known = new Set(entries.map(({ id }) => id));
        store.setState({
          entries: [...entries, ...next.entries.filter(({ id }) => !known.has(id))],
          after: next.after,
        });
      });
    },
    setFolder,
    setSearch(search) {
      store.setState({ search });
      clearTimeout(timer);
      timer = setTimeout(() => void find(), search.trim() === '' ? 0 : LIST.rest);
    },
    setOrder(order) {
      store.setState({ order });
      void find();
    },
    async loadMoreHits() {
      const { search: text, order, hits = [], hitsAfter: after } = store.getState();
      if (after === undefined) return;
      await attempt(async () => {
        const found = await backend.conversations.search({ text, order, after, limit: LIST.hits });
        if (store.getState().hitsAfter !== after) return;
        store.setState({ hits: [...hits, ...found.hits], hitsAfter: found.after });
      });
    },
    change: (conversationId, changes) =>
      attempt(async () => {
        await backend.conversations.change({ conversationId, ...changes });
        await renew();
      }),
    remove: (entry) =>
      attempt(async () => {
        const conversationIds = [entry.id];
        // leaving saves the draft, which a restored conversation gets back
        const bringBack = await leave(entry.id);
        await backend.conversations.remove({ conversationIds });
        await renew();
        sayUndo(`“${entry.title || 'New conversation'}” deleted.`, () => {
          void attempt(async () => {
            await backend.conversations.restore({ conversationIds });
            bringBack();
            await renew();
          });
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
        await refresh();
      });
      store.setState({ importing: undefined });
      return first;
    },
    stopImport: () => stopping?.abort(),
    dismissError: () => store.setState({ error: undefined }),
  };
}
