/**
 * Saves changed mask tiles and the undo history after each edit, one request at a time. Steps are
 * numbered in the order they were made; undone ones keep their number.
 */
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { MaskHistory, MaskStep } from '../../../../shared/mask/mask-history.ts';
import type { EditCommand, EditHistory } from '../canvas/index.ts';

export type MaskSaver = ReturnType<typeof createMaskSaver>;

/**
 * @param take returns the tiles changed since the last call
 * @param onError called per failure; the tiles are retried with the next change
 * @param soon defers a task until the edit has been painted
 */
export function createMaskSaver(
  take: () => readonly PackedMaskTile[],
  log: Pick<HistoryLog, 'pending' | 'saved'>,
  save: (tiles: readonly PackedMaskTile[], change?: MaskHistory) => Promise<void>,
  onError: (error: unknown) => void,
  soon: (task: () => void) => void = (task) => task(),
) {
  let unsaved = new Map<string, PackedMaskTile>();
  let chain: Promise<void> = Promise.resolve();
  let pauses = 0;
  let isPlanned = false;
  let isStopped = false;

  async function saveOnce(): Promise<void> {
    if (isStopped) return;
    for (const tile of take()) unsaved.set(`${tile.column},${tile.row}`, tile);
    const change = log.pending();
    if (unsaved.size === 0 && change === undefined) return;
    const batch = unsaved;
    unsaved = new Map();
    try {
      await save([...batch.values()], change);
      if (change !== undefined) log.saved(change);
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
      if (pauses > 0 || isPlanned) return;
      isPlanned = true;
      soon(() => {
        isPlanned = false;
        if (pauses === 0) enqueue().catch(onError);
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
      pauses += 1;
      try {
        return await work();
      } finally {
        pauses -= 1;
        if (pauses === 0) enqueue().catch(onError);
      }
    },
  };
}

export type HistoryLog = ReturnType<typeof createHistoryLog>;

export function createHistoryLog(history: EditHistory) {
  const numbers = new WeakMap<EditCommand, number>();
  let lastNumber = 0;
  /** Ascending. */
  let storedNumbers: readonly number[] = [];
  let storedDone = 0;

  function numberOf(command: EditCommand): number {
    const known = numbers.get(command);
    if (known !== undefined) return known;
    lastNumber += 1;
    numbers.set(command, lastNumber);
    return lastNumber;
  }

  function stepOf(command: EditCommand): MaskStep {
    return {
      sequence: numberOf(command),
      label: command.label,
      jobId: command.kept?.jobId,
      tiles: command.kept?.tiles ?? [],
    };
  }

  return {
    /** Returns the changes since the last save; `undefined` if there are none. */
    pending(): MaskHistory | undefined {
      const inOrder = [...history.done, ...history.undone.toReversed()];
      const commands = inOrder.filter(({ kept }) => kept);
      const now = commands.map(numberOf);
      const lastDone = history.done.findLast(({ kept }) => kept !== undefined);
      const doneUntil = lastDone === undefined ? 0 : numberOf(lastDone);
      let same = 0;
      while (same < now.length && now[same] === storedNumbers[same]) same += 1;
      const isUnchanged = same === now.length && same === storedNumbers.length;
      if (isUnchanged && doneUntil === storedDone) return undefined;
      return {
        keepUntil: same === 0 ? 0 : (now[same - 1] ?? 0),
        doneUntil,
        steps: commands.slice(same).map(stepOf),
      };
    },
    saved({ keepUntil, doneUntil, steps }: MaskHistory): void {
      storedNumbers = [
        ...storedNumbers.filter((number) => number <= keepUntil),
        ...steps.map(({ sequence }) => sequence),
      ];
      storedDone = doneUntil;
    },
    /**
     * @param commandOf returns `undefined` for a step that is obsolete
     * @param older commands before all steps; not saved
     */
    restore(
      kept: MaskHistory,
      commandOf: (step: MaskStep, isDone: boolean) => EditCommand | undefined,
      older: readonly EditCommand[],
    ): void {
      const done: EditCommand[] = [...older];
      const undone: EditCommand[] = [];
      lastNumber = kept.steps.at(-1)?.sequence ?? 0;
      const stored: number[] = [];
      for (const step of kept.steps) {
        const isDone = step.sequence <= kept.doneUntil;
        const command = commandOf(step, isDone);
        if (command === undefined) continue;
        numbers.set(command, step.sequence);
        stored.push(step.sequence);
        (isDone ? done : undone).push(command);
      }
      storedNumbers = stored;
      storedDone = kept.doneUntil;
      history.restore(done, undone.reverse());
    },
  };
}
