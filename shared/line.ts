/**
 * Most bytes of one message between window and backend: twice the largest that the contract allows
 * (a document of ten million characters with its marks). Files don't use it.
 */
export const MAX_FRAME_BYTES = 256_000_000;
