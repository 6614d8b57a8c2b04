/** Fast values (zoom, pointer) stay in the canvas's snapshot. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Patch, Photo } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

/** `empty`: start view. `opening`: on its way to the screen. */
export type StudioStatus = 'empty' | 'opening' | 'ready';

export interface CopiedMask {
  readonly tiles: readonly PackedMaskTile[];
  /** Of its photo. */
  readonly from: Size;
}

export interface StudioState {
  /** Kept when photos are opened and closed. */
  readonly copiedMask: CopiedMask | undefined;
  readonly status: StudioStatus;
  readonly photo: Photo | undefined;
  /** Lowest first. */
  readonly patches: readonly Patch[];
  /** True from Run until the job is recorded. */
  readonly isStarting: boolean;
  readonly isPeeking: boolean;
  readonly error: AppError | undefined;
  readonly isSaveShown: boolean;
  /** A hint for the opened sample, until something is painted. */
  readonly suggestion: string | undefined;
}

export const INITIAL_STUDIO: Omit<StudioState, 'copiedMask'> = {
  status: 'empty',
  photo: undefined,
  patches: [],
  isStarting: false,
  isPeeking: false,
  error: undefined,
  isSaveShown: false,
  suggestion: undefined,
};

export function createStudioStore(): StoreApi<StudioState> {
  return createStore<StudioState>(() => ({ copiedMask: undefined, ...INITIAL_STUDIO }));
}

export function readyPhoto({ status, photo }: StudioState): Photo | undefined {
  return status === 'ready' ? photo : undefined;
}

/** Lowest first. */
export function shownPatches({ patches }: Pick<StudioState, 'patches'>): readonly Patch[] {
  return patches.filter(({ state }) => state === 'applied');
}
