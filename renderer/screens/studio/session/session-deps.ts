/** All inputs, so that tests can replace them. */
import type { BackendClient } from '../../../core/backend/client.ts';
import type * as media from '../../../core/backend/media.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { CanvasCore } from '../canvas/index.ts';
import type { StudioStore } from '../model/studio-store.ts';

export type SessionBackend = Pick<
  BackendClient,
  | 'cleanup'
  | 'export'
  | 'jobs'
  | 'patchBlend'
  | 'photos'
  | 'recipes'
  | 'removeText'
  | 'screenState'
  | 'selection'
  | 'settings'
>;

/** See `renderer/core/backend/media.ts`. */
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

export interface SessionJobs {
  all(): ReadonlyMap<string, Job>;
  /** Calls back when a job reaches a final state. @returns an unsubscribe function */
  onFinished(listener: (job: Job) => void): () => void;
}

export interface SessionDeps {
  readonly core: CanvasCore;
  readonly backend: SessionBackend;
  readonly media: SessionMedia;
  readonly jobs: SessionJobs;
  /** Calls back when a lost line to the backend is back. @returns an unsubscribe function */
  readonly onReconnected: (listener: () => void) => () => void;
  readonly store: StudioStore;
  readonly say: (message: string, tone?: 'done' | 'plain') => void;
  /** Adds an undo button. */
  readonly sayUndo: (message: string, undo: () => void) => void;
  /** Runs a task after the last drawing is on the screen. */
  readonly soon: (task: () => void) => void;
}
