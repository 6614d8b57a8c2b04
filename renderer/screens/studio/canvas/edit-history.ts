/**
 * The studio's undo history. Commands may be asynchronous and run one at a time; a synchronous one
 * takes effect before the call returns if none is running.
 */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';

/** Restores a command after a restart: flipped mask pixels, or a run. */
export interface KeptStep {
  readonly tiles?: readonly MaskTileDelta[];
  readonly jobId?: string;
}

/** Has been applied already when pushed. */
export interface EditCommand {
  /** For "Undo <label>", lower case, e.g. "brush stroke". */
  readonly label: string;
  /** Memory held, bytes. */
  readonly bytes: number;
  /** Saved for a restart. */
  readonly kept?: KeptStep;
  undo(): void | Promise<void>;
  redo(): void | Promise<void>;
}

export interface EditHistory {
  /** Adds an applied change and clears the redo stack. */
  push(command: EditCommand): void;
  /**
   * Applies a slow change in its turn and adds it. Rejects with its error and then adds nothing.
   * @param change resolves with `undefined` if there was nothing to do
   */
  make(change: () => Promise<EditCommand | undefined>): Promise<void>;
  /** Resolves with `false` if there is nothing to undo. A command's error changes nothing. */
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
  /** Removes a command without undoing it. */
  remove(command: EditCommand): void;
  clear(): void;
  /** @param done oldest first @param undone the next one to redo comes last */
  restore(done: readonly EditCommand[], undone: readonly EditCommand[]): void;
  /** Oldest first. */
  readonly done: readonly EditCommand[];
  /** The next one to redo comes last. */
  readonly undone: readonly EditCommand[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undoLabel: string | undefined;
  readonly redoLabel: string | undefined;
  /** Bytes held by all commands. */
  readonly bytes: number;
  /** @returns an unsubscribe function */
  subscribe(listener: () => void): () => void;
}

export function createEditHistory(): EditHistory {
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
    settle: (command: EditCommand) => void,
  ): Promise<boolean> {
    return new Promise<boolean>((resolve, reject) => {
      waiting.push(() => {
        const command = take();
        if (command === undefined) {
          resolve(false);
          return undefined;
        }
        const finish = (): void => {
          settle(command);
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

  return {
    push(command) {
      waiting.push(() => {
        done = [...done, command];
        undone = [];
        listeners.call();
      });
      run();
    },
    make(change) {
      return new Promise((resolve, reject) => {
        waiting.push(async () => {
          try {
            const command = await change();
            if (command !== undefined) {
              done = [...done, command];
              undone = [];
              listeners.call();
            }
            resolve();
          } catch (error) {
            reject(error);
          }
        });
        run();
      });
    },
    undo() {
      return step(
        () => done.at(-1),
        (command) => command.undo(),
        (command) => {
          done = done.slice(0, -1);
          undone = [...undone, command];
        },
      );
    },
    redo() {
      return step(
        () => undone.at(-1),
        (command) => command.redo(),
        (command) => {
          undone = undone.slice(0, -1);
          done = [...done, command];
        },
      );
    },
    remove(command) {
      waiting.push(() => {
        done = done.filter((other) => other !== command);
        undone = undone.filter((other) => other !== command);
        listeners.call();
      });
      run();
    },
    clear() {
      waiting.push(() => {
        done = [];
        undone = [];
        listeners.call();
      });
      run();
    },
    restore(before, after) {
      waiting.push(() => {
        done = before;
        undone = after;
        listeners.call();
      });
      run();
    },
    get done() {
      return done;
    },
    get undone() {
      return undone;
    },
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    get undoLabel() {
      return done.at(-1)?.label;
    },
    get redoLabel() {
      return undone.at(-1)?.label;
    },
    get bytes() {
      return [...done, ...undone].reduce((sum, command) => sum + command.bytes, 0);
    },
    subscribe: listeners.on,
  };
}
