/**
 * The studio's undo history. Commands may be asynchronous and run one at a time; a synchronous one
 * takes effect before the call returns if none is running.
 */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';

/** Has been applied already when pushed. */
export interface EditCommand {
  /** For "Undo <label>", lower case, e.g. "brush stroke". */
  readonly label: string;
  /** Saved for a restart. */
  readonly kept?: { readonly tiles?: readonly MaskTileDelta[]; readonly jobId?: string };
  undo(): void | Promise<void>;
  redo(): void | Promise<void>;
}

export type EditHistory = ReturnType<typeof createEditHistory>;

export function createEditHistory() {
  let done: readonly EditCommand[] = [];
  let undone: readonly EditCommand[] = [];
  const waiting: (() => void | Promise<void>)[] = [];
  let busy = false;
  const listeners = createCallbacks();

  /** Runs queued operations, synchronously until one returns a promise. */
  function run(): void {
    while (!busy) {
      const next = waiting.shift();
      if (next === undefined) return;
      busy = true;
      const result = next();
      if (result === undefined) busy = false;
      else void resume(result);
    }
  }

  async function resume(result: Promise<void>): Promise<void> {
    await result;
    busy = false;
    run();
  }

  /** @returns the outcome of the queued step */
  function step(
    take: () => EditCommand | undefined,
    act: (command: EditCommand) => void | Promise<void>,
    record: (command: EditCommand) => void,
  ): Promise<boolean> {
    return new Promise<boolean>((resolve, reject) => {
      waiting.push(() => {
        const command = take();
        if (command === undefined) {
          resolve(false);
          return undefined;
        }
        const finish = (): void => {
          record(command);
          listeners.call();
          resolve(true);
        };
        try {
          return act(command)?.then(finish).catch(reject) ?? finish();
        } catch (error) {
          reject(error);
          return undefined;
        }
      });
      run();
    });
  }

  function add(command: EditCommand): void {
    done = [...done, command];
    undone = [];
    listeners.call();
  }

  /** @param before oldest first @param after the next one to redo comes last */
  function restore(before: readonly EditCommand[], after: readonly EditCommand[]): void {
    waiting.push(() => {
      done = before;
      undone = after;
      listeners.call();
    });
    run();
  }

  return {
    /** Adds an applied change and clears the redo stack. */
    push(command: EditCommand): void {
      waiting.push(() => add(command));
      run();
    },
    /**
     * Applies a slow change in its turn and adds it. Rejects with its error and then adds nothing.
     * @param change resolves with `undefined` if there was nothing to do
     */
    make(change: () => Promise<EditCommand | undefined>): Promise<void> {
      return new Promise((resolve, reject) => {
        waiting.push(async () => {
          try {
            const command = await change();
            if (command !== undefined) add(command);
            resolve();
          } catch (error) {
            reject(error);
          }
        });
        run();
      });
    },
    /** Resolves with `false` if there is nothing to undo. A command's error changes nothing. */
    undo(): Promise<boolean> {
      return step(
        () => done.at(-1),
        (command) => command.undo(),
        (command) => {
          done = done.slice(0, -1);
          undone = [...undone, command];
        },
      );
    },
    redo(): Promise<boolean> {
      return step(
        () => undone.at(-1),
        (command) => command.redo(),
        (command) => {
          undone = undone.slice(0, -1);
          done = [...done, command];
        },
      );
    },
    /** Removes a command without undoing it. */
    remove(command: EditCommand): void {
      waiting.push(() => {
        done = done.filter((other) => other !== command);
        undone = undone.filter((other) => other !== command);
        listeners.call();
      });
      run();
    },
    clear: (): void => restore([], []),
    restore,
    /** Oldest first. */
    get done(): readonly EditCommand[] {
      return done;
    },
    /** The next one to redo comes last. */
    get undone(): readonly EditCommand[] {
      return undone;
    },
    get canUndo(): boolean {
      return done.length > 0;
    },
    get canRedo(): boolean {
      return undone.length > 0;
    },
    /** @returns an unsubscribe function */
    subscribe: listeners.on,
  };
}
