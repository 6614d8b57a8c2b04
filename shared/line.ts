/** The line between window and backend. */

/**
 * Most bytes of one message on it, in either direction: twice the largest that the contract allows as it is
 * written on the line (a document of ten million characters with its marks). Files do not travel on it.
 */
export const MAX_FRAME_BYTES = 256_000_000;
