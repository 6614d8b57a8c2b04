/**
 * POST /v3/cleanup as it is on the wire: removes what a mask covers from a picture, synchronously
 * (specification, "POST /v3/cleanup" and "Edited image result").
 */
import { z } from 'zod';
import { lenientString } from './lenient.ts';

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

/** Bytes that {@link sniffImageType} needs to see. */
export const SNIFF_BYTES = 12;

/** The type of a picture by its first bytes; `undefined` when it is none that the service may return. */
export function sniffImageType(head: Uint8Array): ResponseImageType | undefined {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0)) return 'png';
  if (startsWith(head, [0xff, 0xd8, 0xff], 0)) return 'jpeg';
  const riff = startsWith(head, [0x52, 0x49, 0x46, 0x46], 0);
  return riff && startsWith(head, [0x57, 0x45, 0x42, 0x50], 8) ? 'webp' : undefined;
}

function startsWith(bytes: Uint8Array, magic: readonly number[], offset: number): boolean {
  return magic.every((byte, index) => bytes[offset + index] === byte);
}
