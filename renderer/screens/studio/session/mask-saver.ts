/** Saves changed mask tiles after each edit, one request at a time. */
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

export type MaskSaver = ReturnType<typeof createMaskSaver>;

/**
 * @param take returns the tiles changed since the last call
 * @param onError called per failure; the tiles are retried with the next change
 * @param hasMore true if other things must be saved
 * @param soon defers a task until the edit has been painted
 */
export function createMaskSaver(
  take: () => readonly PackedMaskTile[],
  save: (tiles: readonly PackedMaskTile[]) => Promise<void>,
  onError: (error: unknown) => void,
  hasMore: () => boolean = () => false,
  soon: (task: () => void) => void = (task) => task(),
) {
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
      unsaved = new Map([...batch, ...unsaved]); // newer tiles override failed ones
      throw error;
    }
  }

  function enqueue(): Promise<void> {
    const attempt = chain.then(saveOnce);
    chain = attempt.catch(() => undefined); // the caller reports it
    return attempt;
  }

  return {
    changed(): void {
      if (isPaused || isPlanned) return;
      isPlanned = true;
      soon(() => {
        isPlanned = false;
        if (!isPaused) enqueue().catch(onError);
      });
    },
    /** Resolves when all changes so far are saved. @throws the error of the last attempt */
    flush: (): Promise<void> => enqueue(),
    /** Later changes belong to another photo. */
    stop(): void {
      isStopped = true;
    },
    /** Delays saving during `work`, so that the stored mask does not change. */
    async paused<Result>(work: () => Promise<Result>): Promise<Result> {
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
