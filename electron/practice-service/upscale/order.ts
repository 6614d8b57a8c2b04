/** An upscale call after its check, as the queue holds it. */
import type { UpscaleParameters } from './body.ts';

/** Sizes on the way to the result, in pixels. */
export interface UpscalePlan {
  /** The whole picture, scaled. */
  readonly width: number;
  readonly height: number;
  /** The part that is cut from its middle. */
  readonly cropWidth: number;
  readonly cropHeight: number;
  readonly scale: number;
}

/** A checked call that waits for its turn. */
export interface UpscaleOrder {
  readonly parameters: UpscaleParameters;
  readonly plan: UpscalePlan;
  /** The picture as a file. */
  readonly image: Uint8Array<ArrayBuffer>;
  /** The work in words. */
  readonly info: string;
}
