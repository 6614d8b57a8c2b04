/**
 * POST /v3/cleanup as it is on the wire: removes the masked parts of a picture, synchronously
 * (specification, "POST /v3/cleanup"). The parts shared with its siblings are in `images.ts`.
 */

/** The path below the base URL. */
export const CLEANUP_PATH = '/v3/cleanup';

/**
 * Values of the mask's pixels, 8-bit grey. The specification does not say which is which; white =
 * remove is what every known service of this shape uses. The one place to change it.
 */
export const MASK_VALUE = { remove: 255, keep: 0 } as const;
