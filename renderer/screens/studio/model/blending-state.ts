import type { PatchBlend } from '../../../../shared/contract/patch-blend.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { PicturePatch } from '../../../viewer/stage/viewer-types.ts';

interface BlendedResult {
  readonly patchId: string;
  readonly blend: PatchBlend;
  /** The window itself draws its weights until it is closed. */
  readonly layer: PicturePatch;
}

export interface BlendingState {
  readonly open: BlendedResult | undefined;
  /** Share of the brush's radius that is fully covered. */
  readonly hardness: number;
}

export const INITIAL_BLENDING: BlendingState = { open: undefined, hardness: 0.5 };

/** False for results of Faces, which are blended there. */
export function isBlendable(patch: Patch | undefined): boolean {
  return patch !== undefined && patch.operation !== 'merge-face';
}

export function withBlended(
  patches: readonly Patch[],
  open: BlendedResult | undefined,
): readonly PicturePatch[] {
  return patches.map((patch) => (patch.id === open?.patchId ? open.layer : patch));
}
