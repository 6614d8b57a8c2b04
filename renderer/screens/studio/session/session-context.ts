/** Shared by the parts of the session: its inputs, the open photo, and the report of errors. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { HistoryLog } from './history-log.ts';
import type { KeptTextBoxes } from './kept-text-boxes.ts';
import type { MaskSaver } from './mask-saver.ts';
import type { PatchCommandParts, RunCommand } from './patch-commands.ts';
import type { SessionParts } from './session-parts.ts';

/** The state of one open photo. */
export interface OpenWork {
  readonly photoId: string;
  readonly saver: MaskSaver;
  readonly log: HistoryLog;
  readonly textBoxes: KeptTextBoxes;
  readonly commands: PatchCommandParts;
  /** Running jobs that this window has started, by job. */
  readonly runs: Map<string, RunCommand>;
  /** The parts of the mask that running jobs have taken, by job, as far as this window knows. */
  readonly masks: Map<string, readonly PackedMaskTile[]>;
}

export interface SessionContext extends SessionParts {
  /** The photo that is open and can be worked on. It may be another one after any `await`. */
  work(): OpenWork | undefined;
  /** Forgets the error shown, runs an action and shows its error; never rejects. */
  attempt(action: () => Promise<void>): Promise<void>;
  /** Shows an error. A cancelled action is no error. */
  fail(thrown: unknown): void;
  /** Fetches the results of the open photo again and shows them. */
  refresh(): Promise<void>;
  /** Shows the known results again: one is drawn in another way. */
  showResults(): Promise<void>;
  /** Keeps changes of a result that are on their way: what is sent or saved next has them. Never rejects. */
  settle(): Promise<void>;
  /**
   * Fetches the result of one job and shows it with the others.
   *
   * @returns `undefined` when the job has made none, or another photo is open by now
   */
  takeResult(jobId: string): Promise<Patch | undefined>;
}
