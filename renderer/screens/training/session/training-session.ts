import type {
  OfferedFile,
  TrainingSelection,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import { type Attempts, createAttempts } from '../../../core/backend/attempts.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { createUndo } from '../../../core/backend/undo.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import { count } from '../../../core/ui/format.ts';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import { copiedWords, removedWords } from '../../../features/runs/run-words.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { isOfSystem, isPictureName } from '../../../../shared/files/picture-names.ts';
import {
  unreadableWords,
  type DroppedFile,
  type DroppedItems,
} from '../../../features/files/file-input.ts';
import { create } from 'zustand';
import type { AppError } from '../../../../shared/errors/app-error.ts';

interface Adding {
  readonly found: number;
  readonly added: number;
  /** Files that the list had already. */
  readonly known: number;
  /** False while folders are still being read. */
  readonly isCounted: boolean;
}

interface TrainingListState {
  readonly view: TrainingView;
  readonly selection: Selection<number>;
  readonly adding: Adding | undefined;
  readonly error: AppError | undefined;
}

type TrainingListStore = ReturnType<typeof createTrainingListStore>;

/** Outlives the screen, so that filter and selection survive switching screens. */
export function createTrainingListStore() {
  return create<TrainingListState>(() => ({
    view: { filter: 'all', search: '', sort: 'state' },
    selection: NOTHING_SELECTED,
    adding: undefined,
    error: undefined,
  }));
}

/** Files in one request. */
const PORTION = 100;

/** Files whose bytes are handed over at the same time. */
const AT_ONCE = 3;

/** Hands the bytes of a file over. @throws AppError */
export type AddFile = (file: File, offered: OfferedFile, signal: AbortSignal) => Promise<unknown>;

interface TrainingDeps extends Omit<RunDeps, 'backend'> {
  readonly backend: Pick<BackendClient, 'training'>;
  readonly store: TrainingListStore;
  readonly addFile: AddFile;
  readonly copy: (text: string) => Promise<void>;
}

/** Methods never reject: errors are in the state. */
export function createTrainingSession(deps: TrainingDeps) {
  const { store, say, sayUndo, copy } = deps;
  const { training } = deps.backend;
  const { fail, attempt } = createAttempts(store);
  const undo = createUndo({ attempt, sayUndo });

  return {
    attempt,
    fail,
    adding: createAdding({ ...deps, fail }),
    /** Clears the selection, as the rows change. */
    setView: (change: Partial<TrainingView>): void =>
      store.setState(({ view }) => ({ view: { ...view, ...change }, selection: NOTHING_SELECTED })),
    selected(): TrainingSelection | undefined {
      const { keys } = store.getState().selection;
      return keys.size === 0 ? undefined : { ids: [...keys] };
    },
    upload: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await training.upload({ selection });
        if (changed === 0) say('Nothing here can be uploaded.');
      }),
    /** A failed upload sent nothing, so it needs no new order. */
    retryFailed: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await training.retryFailed({ selection });
        say(changed === 0 ? 'Nothing has failed.' : `Retrying ${count(changed, 'file')}.`);
      }),
    setRunning: (isRunning: boolean): Promise<void> =>
      attempt(() => (isRunning ? training.resume() : training.pause())),
    cancel: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await training.cancel({ selection });
        say(
          changed === 0
            ? 'Nothing here is waiting or uploading.'
            : `Cancelled ${count(changed, 'upload')}.`,
        );
      }),
    convert: (selections: readonly TrainingSelection[], isFlattened: boolean): Promise<void> =>
      attempt(async () => {
        let converted = 0;
        for (const selection of selections) {
          converted += (await training.convert({ selection, isFlattened })).changed;
        }
        say(
          converted === 0
            ? 'Nothing here can be converted.'
            : `Converting ${count(converted, 'file')}.`,
        );
      }),
    remove: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { selection: before } = store.getState();
        const { removalId, removed } = await training.remove({ selection });
        if (removed === 0) return say('Uploading files stay in the list. Cancel them first.');
        if (store.getState().selection === before) {
          store.setState({ selection: NOTHING_SELECTED });
        }
        undo.offer(removedWords(removed, 'file'), () => training.restore({ removalId }));
      }),
    canUndoRemove: undo.canUndo,
    undoRemove: undo.undoLast,
    /** One id a line. */
    copyIds: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { text, count: ids } = await training.assetIds({ selection });
        if (ids === 0) return say('None of these is uploaded yet.');
        await copy(text);
        say(copiedWords(ids, 'asset ID'));
      }),
    save: (what: 'assets-csv' | 'assets-json' | 'skipped-csv'): Promise<void> =>
      attempt(async () => finishSave(await training.save({ what }), say)),
    choose: (what: 'files' | 'folder'): Promise<void> =>
      attempt(async () => {
        const { added, known } = await training.choose({ what });
        if (added + known === 0) return;
        const there = known === 0 ? '' : ` ${count(known, 'file')} already in the list.`;
        say(`${count(added, 'file')} added.${there}`);
      }),
  };
}

/**
 * Electron reads files at their paths. Under the browser host a few files at a time hand over their
 * bytes, never held in memory.
 */
function createAdding(
  deps: Pick<Attempts, 'fail'> & {
    readonly backend: Pick<BackendClient, 'training'>;
    readonly store: TrainingListStore;
    readonly addFile: AddFile;
    readonly say: (message: string) => void;
  },
) {
  const { store, addFile, say, fail } = deps;
  const { training } = deps.backend;
  /** Stops all drops so far; Stop replaces it. */
  let stopping = new AbortController();
  let turn: Promise<void> = Promise.resolve();

  async function addAll(items: DroppedItems, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    let adding: Adding = { found: 0, added: 0, known: 0, isCounted: false };
    const refused: string[] = [];
    const tell = (change: Partial<Adding>) => {
      adding = { ...adding, ...change };
      store.setState({ adding });
    };
    tell({});
    try {
      let portion: DroppedFile[] = [];
      const flush = async () => {
        const files = portion;
        portion = [];
        if (files.length > 0) await addPortion(files, signal, () => adding, tell, refused);
      };
      for await (const dropped of items.all()) {
        signal.throwIfAborted();
        // a file that was picked by itself is meant, even a system file
        if (dropped.folder !== '' && isOfSystem(dropped.file.name)) continue;
        portion.push(dropped);
        tell({ found: adding.found + 1 });
        if (portion.length >= PORTION) await flush();
      }
      tell({ isCounted: true });
      await flush();
    } catch (thrown) {
      if (!signal.aborted) fail(thrown);
    }
    store.setState({ adding: undefined });
    const { added, known } = adding;
    const [first] = refused;
    const unreadable = items.unreadable();
    const sentences = [
      ...(added + known > 0 ? [`${count(added, 'file')} added.`] : []),
      ...(known > 0 ? [`${count(known, 'file')} already in the list.`] : []),
      ...(refused.length > 1 ? [`${count(refused.length, 'file')} not added.`] : []),
      ...(first === undefined ? [] : [first]),
      ...(unreadable === 0 ? [] : [unreadableWords(unreadable)]),
    ];
    if (sentences.length > 0) say(sentences.join(' '));
  }

  async function addPortion(
    dropped: readonly DroppedFile[],
    signal: AbortSignal,
    now: () => Adding,
    tell: (change: Partial<Adding>) => void,
    refused: string[],
  ): Promise<void> {
    const described = dropped.map((each) => ({ ...each, offered: describe(each) }));
    const others = described.filter(({ file }) => !isPictureName(file.name));
    if (others.length > 0) {
      await training.skip({ files: others.map(({ offered }) => offered) });
      tell({ found: now().found - others.length });
    }
    const pictures = described.filter(({ file }) => isPictureName(file.name));
    if (pictures.length === 0) return;
    const places = await training.missing({ files: pictures.map(({ offered }) => offered) });
    const missing = places.flatMap((place) => pictures[place] ?? []);
    tell({ known: now().known + pictures.length - missing.length });
    const left = [...missing];
    async function work(): Promise<void> {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        signal.throwIfAborted();
        try {
          await addFile(next.file, next.offered, signal);
          tell({ added: now().added + 1 });
        } catch (thrown) {
          signal.throwIfAborted();
          refused.push(readError(thrown).message);
          tell({ found: now().found - 1 });
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  return {
    /** Waits for files that are already being added. @returns when all are done */
    add(items: DroppedItems): Promise<void> {
      const { signal } = stopping;
      return (turn = turn.then(() => addAll(items, signal)));
    },
    stop(): void {
      stopping.abort();
      stopping = new AbortController();
    },
  };
}

function describe({ file, folder }: DroppedFile): OfferedFile {
  const { name, size: byteLength, lastModified: modifiedAt } = file;
  return { name, folder, byteLength, modifiedAt };
}
