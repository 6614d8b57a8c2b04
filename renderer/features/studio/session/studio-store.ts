/** What the studio shows besides the canvas. Fast values (zoom, pointer) stay in the canvas's snapshot. */
import { create } from 'zustand';
import type { Patch, Photo } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { CopiedMask } from './mask-actions.ts';
import type { StudioSession } from './studio-session.ts';

/** `empty`: no photo, the start view. `opening`: on its way to the screen. */
export type StudioStatus = 'empty' | 'opening' | 'ready';

interface StudioState {
  readonly session: StudioSession | undefined;
  /** Stays while photos come and go. */
  readonly copiedMask: CopiedMask | undefined;
  readonly status: StudioStatus;
  readonly photo: Photo | undefined;
  /** Lowest first. */
  readonly patches: readonly Patch[];
  /** True from Run until the job is recorded. */
  readonly isStarting: boolean;
  readonly isPeeking: boolean;
  /** The last thing that went wrong, until it is closed or something new is tried. */
  readonly error: AppError | undefined;
  readonly isSaveShown: boolean;
}

export const INITIAL_STUDIO: Omit<StudioState, 'session' | 'copiedMask'> = {
  status: 'empty',
  photo: undefined,
  patches: [],
  isStarting: false,
  isPeeking: false,
  error: undefined,
  isSaveShown: false,
};

export const useStudio = create<StudioState>(() => ({
  session: undefined,
  copiedMask: undefined,
  ...INITIAL_STUDIO,
}));
