/** POST /v2/upscale as it is on the wire (specification, "POST /v2/upscale"). */

/** The path below the base URL. */
export const UPSCALE_PATH = '/v2/upscale';

/** Names that are known to work; others may. */
export const UPSCALERS = ['R-ESRGAN 4x+', 'R-ESRGAN 4x+ Anime6B', 'ESRGAN_4x'] as const;

/** How large the result gets. */
export type UpscaleSize =
  /** `resize_mode` 0: so many times as large in each direction. */
  | { readonly mode: 'factor'; readonly factor: number }
  /** `resize_mode` 1: to this size, whole pixels; cropped or not. */
  | {
      readonly mode: 'size';
      readonly width: number;
      readonly height: number;
      readonly crop: boolean;
    };

/** What the user chooses for an enlargement. */
export interface UpscaleParameters {
  /** Name of the upscaler, one of {@link UPSCALERS} or another that the service knows. */
  readonly upscaler: string;
  readonly size: UpscaleSize;
  /** A second upscaler that is blended in, and how much: 0 to 1. */
  readonly secondUpscaler?: { readonly name: string; readonly visibility: number } | undefined;
  /** Share of the face restoration by GFPGAN, 0 to 1. */
  readonly gfpganVisibility?: number | undefined;
  /** Share of the face restoration by CodeFormer, 0 to 1. */
  readonly codeformerVisibility?: number | undefined;
  /** 0 (strongest) to 1 (weakest). */
  readonly codeformerWeight?: number | undefined;
  /** How long the result can be fetched, whole seconds, 0 to 604800. */
  readonly resultTtlSeconds?: number | undefined;
}
