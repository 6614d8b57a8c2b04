/**
 * One history for everything that can be undone in the studio: strokes, which the canvas pushes, and
 * results, which the screen pushes. Commands may be asynchronous; requests that come meanwhile
 * waits its turn, so that they never overlap. When nothing is under way, a synchronous command takes
 * effect before the call returns.
 */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { MaskTileDelta } from '../../../../shared/mask/mask-history.ts';

/** The data that restores a command after a restart: pixels of the mask that flipped, or a run. */
export interface KeptStep {
  readonly tiles?: readonly MaskTileDelta[];
  readonly jobId?: string;
}

/** A change that has been made already and can be taken back and made again. */
export interface EditCommand {
  /** For the menu: "Undo <label>", in plain words, lower case ("brush stroke"). */
  readonly label: string;
  /** Memory the command holds, in bytes. */
  readonly bytes: number;
  /** The data that is saved for a restart; nothing when it is not given. */
  readonly kept?: KeptStep;
  undo(): void | Promise<void>;
  redo(): void | Promise<void>;
}

export interface EditHistory {
  /** Adds a change that has been made; undone changes can no longer be redone. */
  push(command: EditCommand): void;
  /**
   * Makes a change that takes its time, in its turn, and adds it: what is asked for meanwhile comes
   * after it. Rejects with its error, and adds nothing then.
   *
   * @param change @returns the change that was made; `undefined`: there was nothing to do
   */
  make(change: () => Promise<EditCommand | undefined>): Promise<void>;
  /** Takes back the last change. Resolves to `false` when there is none; rejects with the command's error and then changes nothing. */
  undo(): Promise<boolean>;
  /** Makes the change again that was taken back last. */
  redo(): Promise<boolean>;
  /** Forgets one change without effect, wherever it stands; nothing is undone by it. */
  remove(command: EditCommand): void;
  /** Forgets everything, for another photo. */
  clear(): void;
  /**
   * Begins with the history of an earlier session.
   *
   * @param done oldest first @param undone the next one to redo comes last
   */
  restore(done: readonly EditCommand[], undone: readonly EditCommand[]): void;
  /** Oldest first. */
  readonly done: readonly EditCommand[];
  /** The next one to redo comes last. */
  readonly undone: readonly EditCommand[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undoLabel: string | undefined;
  readonly redoLabel: string | undefined;
  /** Memory held by all commands, in bytes. */
  readonly bytes: number;
  /** Calls back after each change of the above; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
}

export function createEditHistory(): EditHistory {
  let done: readonly EditCommand[] = [];
  let undone: readonly EditCommand[] = [];
  const waiting: (() => void | Promise<void>)[] = [];
  let busy = false;
  const listeners = createCallbacks();

  /** Runs the waiting operations; synchronously as long as none of them returns a promise. */
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

  /** Queues one step through the history; the returned promise carries its outcome. */
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
