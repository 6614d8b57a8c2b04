/** The plain state of the Upscale screen. */
import { createStore } from 'zustand/vanilla';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { DEFAULT_UPSCALE_FORM } from '../../../../shared/contract/default-screen-state.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';
import { NO_RUNS, type RunState } from '../../../work/runs/run-actions.ts';

/** The other side of a comparison: the original by a method, or another result. */
export type ReferenceChoice =
  | { readonly kind: ResampleKernel }
  | { readonly kind: 'result'; readonly jobId: string };

export interface UpscaleState extends RunState {
  /** The settings of the last session are there. */
  readonly isRestored: boolean;
  readonly form: UpscaleForm;
  /** All pictures of the form; the well shows one of them. */
  readonly photos: readonly Photo[];
  /** The result in the middle. */
  readonly openId: string | undefined;
  /** The tries in the middle, in their order. */
  readonly tryIds: readonly string[] | undefined;
  /** The part to try on; `undefined` while nothing is tried. */
  readonly tryPart: Rect | undefined;
  readonly reference: ReferenceChoice;
  /** The result is compared with the reference. */
  readonly isCompared: boolean;
}

/** The part to try on is on the stage: what is sent is sent of it. */
export function isFramingPart({ openId, tryIds, tryPart }: UpscaleState): boolean {
  return openId === undefined && tryIds === undefined && tryPart !== undefined;
}

export type UpscaleStore = ReturnType<typeof createUpscaleStore>;

export function createUpscaleStore() {
  return createStore<UpscaleState>(() => ({
    ...NO_RUNS,
    isRestored: false,
    form: DEFAULT_UPSCALE_FORM,
    photos: [],
    openId: undefined,
    tryIds: undefined,
    tryPart: undefined,
    reference: { kind: 'lanczos' },
    isCompared: true,
  }));
}
