/** The result whose opacity, soft edge and painted parts are being changed. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PatchMix } from '../../../../shared/contract/patch-mix.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { PicturePatch } from '../../../pictures/viewer/viewer-types.ts';

/** A result that is being mixed. */
export interface MixedResult {
  readonly patchId: string;
  readonly mix: PatchMix;
  /** As it is seen: its weights are drawn by the window until it is closed. */
  readonly layer: PicturePatch;
}

export interface MixingState {
  readonly open: MixedResult | undefined;
  /** Of the result brush: share of its radius that is covered completely. */
  readonly hardness: number;
}

export function createMixingStore(): StoreApi<MixingState> {
  return createStore<MixingState>(() => ({ open: undefined, hardness: 0.5 }));
}

/** Results of Faces are mixed there. */
export function isMixable(patch: Patch | undefined): boolean {
  return patch !== undefined && patch.operation !== 'merge-face';
}

/** The results as the canvas shows them. */
export function withMixed(
  patches: readonly Patch[],
  open: MixedResult | undefined,
): readonly PicturePatch[] {
  return patches.map((patch) => (patch.id === open?.patchId ? open.layer : patch));
}
