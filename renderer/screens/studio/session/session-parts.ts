/** The inputs of a session. It uses nothing else, so that a test brings all of it. */
import type { BackendClient } from '../../../base/backend/client.ts';
import type * as media from '../../../base/backend/media.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { CanvasCore } from '../canvas/index.ts';
import type { StudioStores } from '../model/stores.ts';

/** The groups of the contract that the studio calls. */
export type SessionBackend = Pick<
  BackendClient,
  | 'cleanup'
  | 'export'
  | 'jobs'
  | 'patchMix'
  | 'photos'
  | 'recipes'
  | 'removeText'
  | 'screenState'
  | 'selection'
  | 'settings'
>;

/** Pictures and masks, see `renderer/base/backend/media.ts`. */
export type SessionMedia = Pick<
  typeof media,
  | 'hasSameBytes'
  | 'importPicture'
  | 'loadBytes'
  | 'loadMask'
  | 'loadMaskHistory'
  | 'readMaskFile'
  | 'saveMask'
>;

/** The jobs as the window knows them. */
export interface SessionJobs {
  /** Every job that the window has heard of, by id. */
  all(): ReadonlyMap<string, Job>;
  /** Calls back right when a job reaches a final state; returns the way to stop it. */
  onFinished(listener: (job: Job) => void): () => void;
}

export interface SessionParts {
  readonly core: CanvasCore;
  readonly backend: SessionBackend;
  readonly media: SessionMedia;
  readonly jobs: SessionJobs;
  readonly stores: StudioStores;
  /** Says a short sentence. */
  readonly say: (message: string, tone?: 'done' | 'plain') => void;
  /** The same, with a button that takes back what was done. */
  readonly sayUndo: (message: string, undo: () => void) => void;
  /** Runs a task a little later, when the last drawing is on the screen. */
  readonly soon: (task: () => void) => void;
}
