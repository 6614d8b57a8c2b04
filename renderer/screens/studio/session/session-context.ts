import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { HistoryLog, MaskSaver } from './mask-saver.ts';
import type { KeptTextBoxes } from './kept-text-boxes.ts';
import type { PatchCommandDeps, RunCommand } from './patch-commands.ts';
import type { SessionDeps } from './session-deps.ts';

export interface OpenWork {
  readonly photoId: string;
  readonly saver: MaskSaver;
  readonly log: HistoryLog;
  readonly textBoxes: KeptTextBoxes;
  readonly commands: PatchCommandDeps;
  /** By job id; only those started in this window. */
  readonly runs: Map<string, RunCommand>;
  /** By job id, as far as this window knows. */
  readonly masks: Map<string, readonly PackedMaskTile[]>;
}

export interface BegunRun {
  readonly kind: Job['kind'];
  readonly jobIds: readonly string[];
  /** In the order of `jobIds`; empty for jobs that take no mask. */
  readonly masks: readonly (readonly PackedMaskTile[])[];
}

export interface SessionContext extends SessionDeps {
  /** May change after any `await`. */
  work(): OpenWork | undefined;
  /** Clears the last error and shows its own; never rejects. */
  attempt(action: () => Promise<unknown>): Promise<void>;
  /** Ignores cancellations. */
  fail(thrown: unknown): void;
  refresh(): Promise<void>;
  /** Redraws the known results. */
  showResults(): Promise<void>;
  /** Saves pending changes of a result, so that they are sent or saved. Never rejects. */
  flush(): Promise<void>;
  /** Resolves when no run is about to take a part of the photo's mask. @returns one without steps */
  started(photoId: string): Promise<BegunRun | undefined>;
  /** @returns `undefined` if the job made no result or another photo is open */
  takeResult(jobId: string): Promise<Patch | undefined>;
}
