/**
 * The body of a cleanup call. It is checked by hand and not with the client's schemas, so that a
 * mistake in one side cannot hide in the other.
 */
import { readExtra, readResponseImageType } from '../pictures/extra.ts';
import { type JsonObject, parseJsonObject, readFile } from '../pictures/json-body.ts';
import type { PictureType } from '../pictures/raster.ts';

/** A cleanup call with its files decoded from base64. */
export interface CleanupBody {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly mask: Uint8Array<ArrayBuffer>;
  readonly responseImageType: PictureType;
  /** `extra` as sent, or null. */
  readonly extra: JsonObject | null;
}

/**
 * Reads the body of `POST /v3/cleanup`.
 *
 * @param bytes UTF-8 JSON
 * @throws ServiceError 400 for anything that the specification does not allow
 */
export function readCleanupBody(bytes: Uint8Array): CleanupBody {
  const body = parseJsonObject(bytes);
  const extra = readExtra(body);
  const responseImageType = readResponseImageType(extra);
  const image = readFile(body, 'image_file');
  const mask = readFile(body, 'mask_file');
  return { image, mask, responseImageType, extra };
}
