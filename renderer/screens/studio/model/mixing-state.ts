import type { PatchMix } from '../../../../shared/contract/patch-mix.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { PicturePatch } from '../../../viewer/stage/viewer-types.ts';

export interface MixedResult {
  readonly patchId: string;
  readonly mix: PatchMix;
  /** The window itself draws its weights until it is closed. */
  readonly layer: PicturePatch;
}

export interface MixingState {
  readonly open: MixedResult | undefined;
  /** Share of the brush's radius that is fully covered. */
  readonly hardness: number;
}

export const INITIAL_MIXING: MixingState = { open: undefined, hardness: 0.5 };

/** False for results of Faces, which are blended there. */
export function isMixable(patch: Patch | undefined): boolean {
  return patch !== undefined && patch.operation !== 'merge-face';
}

export function withMixed(
  patches: readonly Patch[],
  open: MixedResult | undefined,
): readonly PicturePatch[] {
  return patches.map((patch) => (patch.id === open?.patchId ? open.layer : patch));
}
