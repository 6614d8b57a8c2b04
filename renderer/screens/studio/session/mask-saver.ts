/** Saves the painted mask after each edit: the changes, in order, one request at a time. */
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

export interface MaskSaver {
  /** Something changed: saves it as soon as the request before is through. */
  changed(): void;
  /** Resolves when everything that changed so far is saved. @throws the error of the last attempt */
  flush(): Promise<void>;
  /** Stops saving: changes from now on belong to another photo. */
  stop(): void;
  /** Holds saving back while `work` runs, so that the stored mask cannot change under it. */
  paused<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param take the tiles that changed since the last call
 * @param save writes them; rejects when it could not
 * @param onError called for each failure; the tiles are kept and tried again with the next change
 * @param hasMore something beside the tiles has to be saved
 * @param soon runs a task a little later, when the edit has been shown
 */
export function createMaskSaver(
  take: () => readonly PackedMaskTile[],
  save: (tiles: readonly PackedMaskTile[]) => Promise<void>,
  onError: (error: unknown) => void,
  hasMore: () => boolean = () => false,
  soon: (task: () => void) => void = (task) => task(),
): MaskSaver {
  let unsaved = new Map<string, PackedMaskTile>();
  let chain: Promise<void> = Promise.resolve();
  let isPaused = false;
  let isPlanned = false;
  let isStopped = false;

  async function saveOnce(): Promise<void> {
    if (isStopped) return;
    for (const tile of take()) unsaved.set(`${tile.column},${tile.row}`, tile);
    if (unsaved.size === 0 && !hasMore()) return;
    const batch = unsaved;
    unsaved = new Map();
    try {
      await save([...batch.values()]);
    } catch (error) {
      unsaved = new Map([...batch, ...unsaved]); // newer tiles win over the ones that failed
      throw error;
    }
  }

  function enqueue(): Promise<void> {
    const attempt = chain.then(saveOnce);
    chain = attempt.catch(() => undefined); // reported by the caller that awaits the attempt
    return attempt;
  }

  return {
    changed() {
      if (isPaused || isPlanned) return;
      isPlanned = true;
      soon(() => {
        isPlanned = false;
        if (!isPaused) enqueue().catch(onError);
      });
    },
    flush: () => enqueue(),
    stop() {
      isStopped = true;
    },
    async paused(work) {
      isPaused = true;
      try {
        return await work();
      } finally {
        isPaused = false;
        enqueue().catch(onError);
      }
    },
  };
}
