/** What the parts of the session share: the canvas, the open photo, and how an error is told. */
import type { CanvasCore } from '../canvas/index.ts';
import type { HistoryLog } from './history-log.ts';
import type { MaskSaver } from './mask-saver.ts';
import type { PatchCommandParts, RunCommand } from './patch-commands.ts';

/** What belongs to one open photo. */
export interface OpenWork {
  readonly photoId: string;
  readonly saver: MaskSaver;
  readonly log: HistoryLog;
  readonly commands: PatchCommandParts;
  /** Runs under way that this window has started, by job. */
  readonly runs: Map<string, RunCommand>;
}

export interface SessionContext {
  readonly core: CanvasCore;
  /** The photo that is open and can be worked on. It may be another one after any `await`. */
  work(): OpenWork | undefined;
  /** Forgets the error shown, runs an action and shows its error; never rejects. */
  attempt(action: () => Promise<void>): Promise<void>;
  /** Shows what went wrong. Something cancelled is no error. */
  fail(thrown: unknown): void;
  /** Fetches the results of the open photo again and shows them. */
  refresh(): Promise<void>;
}
