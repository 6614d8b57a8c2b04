/**
 * POST /v3/cleanup as it is on the wire: removes what a mask covers from a picture, synchronously
 * (specification, "POST /v3/cleanup" and "Edited image result").
 */
import { z } from 'zod';
import { lenientString } from './lenient.ts';
import { sniffMediaKind } from './media-kind.ts';

export { SNIFF_BYTES } from './media-kind.ts';

/** The path below the base URL. */
export const CLEANUP_PATH = '/v3/cleanup';

/**
 * Values of the mask's pixels, 8-bit grey. The specification does not say which is which; white =
 * remove is what every known service of this shape uses. The one place to change it.
 */
export const MASK_VALUE = { remove: 255, keep: 0 } as const;

/** What `extra.response_image_type` may be (specification, "Edited image result"). */
export const RESPONSE_IMAGE_TYPES = ['png', 'webp', 'jpeg'] as const;
export type ResponseImageType = (typeof RESPONSE_IMAGE_TYPES)[number];

/** The answer without its picture, which is streamed past this schema. */
export const cleanupAnswerSchema = z.looseObject({
  /** Declared type; in any spelling, and no proof: the bytes decide. */
  image_type: lenientString,
});

/** The type of a picture by its first bytes; `undefined` when it is none that these endpoints may return. */
export function sniffImageType(head: Uint8Array): ResponseImageType | undefined {
  const kind = sniffMediaKind(head);
  return RESPONSE_IMAGE_TYPES.find((type) => type === kind);
}
