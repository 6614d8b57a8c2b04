export const CLEANUP_PATH = '/v3/cleanup';

/**
 * Values of the mask's pixels, 8-bit grey. The specification doesn't say which is which; every
 * known service of this kind removes white.
 */
export const MASK_VALUE = { remove: 255, keep: 0 } as const;
