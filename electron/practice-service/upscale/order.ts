/** An upscale call after its check, as the queue holds it. */
import type { UpscaleParameters } from './body.ts';
import type { UpscalePlan } from './size-plan.ts';

/** A checked call that waits for its turn. */
export interface UpscaleOrder {
  readonly parameters: UpscaleParameters;
  readonly plan: UpscalePlan;
  /** Sides of the picture, pixels. */
  readonly inputWidth: number;
  readonly inputHeight: number;
  /** The picture as a file. */
  readonly image: Uint8Array<ArrayBuffer>;
  /** The work in words. */
  readonly info: string;
}
