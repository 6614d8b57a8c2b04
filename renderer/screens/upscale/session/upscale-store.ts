import { createStore } from 'zustand/vanilla';
import type { Photo } from '../../../../shared/contract/photos.ts';
import {
  DEFAULT_UPSCALE_FORM,
  type UpscaleForm,
} from '../../../../shared/contract/upscale-form.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';
import { NO_RUNS, type RunState } from '../../../features/runs/run-actions.ts';

type ReferenceChoice =
  | { readonly kind: ResampleKernel }
  | { readonly kind: 'result'; readonly jobId: string };

interface UpscaleState extends RunState {
  readonly isRestored: boolean;
  readonly form: UpscaleForm;
  /** All pictures of the form; the slot shows one of them. */
  readonly photos: readonly Photo[];
  readonly openId: string | undefined;
  readonly tryIds: readonly string[] | undefined;
  /** `undefined` while nothing is tried. */
  readonly tryPart: Rect | undefined;
  readonly reference: ReferenceChoice;
  readonly isCompared: boolean;
}

/** True if the part to try on is on the stage: then only that part is sent. */
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
