/**
 * Electron reads files at their paths. Under the browser host a few files at a time hand over their
 * bytes, never held in memory.
 */
import type { OfferedFile } from '../../../../shared/contract/training.ts';
import { isOfSystem, isPictureName } from '../../../../shared/files/picture-names.ts';
import type { Attempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { DroppedFile, DroppedItems } from '../../../features/files/dropped-files.ts';
import { count } from '../../../core/ui/format.ts';
import type { Adding, TrainingListStore } from './training-store.ts';

/** Files in one request. */
const PORTION = 100;

/** Files whose bytes are handed over at the same time. */
const AT_ONCE = 3;

/** Hands the bytes of a file over. @throws AppError */
export type AddFile = (file: File, offered: OfferedFile, signal: AbortSignal) => Promise<unknown>;

export function createAdding(
  deps: Pick<Attempts, 'fail'> & {
    readonly backend: Pick<BackendClient, 'training'>;
    readonly store: TrainingListStore;
    readonly addFile: AddFile;
    readonly say: (message: string) => void;
  },
) {
  const { store, addFile, say, fail } = deps;
  const { training } = deps.backend;
  let stop: AbortController | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function addAll(items: DroppedItems): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    let adding: Adding = { found: 0, added: 0, known: 0, isCounted: false };
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
        if (files.length > 0) await addPortion(files, signal, () => adding, tell);
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
    const known = adding.known === 0 ? '' : ` ${count(adding.known, 'file')} already in the list.`;
    if (adding.added > 0 || adding.known > 0) say(`${count(adding.added, 'file')} added.${known}`);
  }

  async function addPortion(
    dropped: readonly DroppedFile[],
    signal: AbortSignal,
    now: () => Adding,
    tell: (change: Partial<Adding>) => void,
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
        await addFile(next.file, next.offered, signal);
        tell({ added: now().added + 1 });
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  return {
    /** Waits for files that are already being added. @returns when all are done */
    add: (items: DroppedItems): Promise<void> => (turn = turn.then(() => addAll(items))),
    stop: (): void => stop?.abort(),
  };
}

function describe({ file, folder }: DroppedFile): OfferedFile {
  const { name, size: byteLength, lastModified: modifiedAt } = file;
  return { name, folder, byteLength, modifiedAt };
}
