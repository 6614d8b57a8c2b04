/** Twice the largest message that the contract allows. Files don't use it. */
export const MAX_FRAME_BYTES = 256_000_000;
