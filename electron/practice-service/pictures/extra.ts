/** The object `extra`, as far as picture calls share it. */
import { invalidBody } from '../errors.ts';
import { isObject, type JsonObject } from './json-body.ts';
import type { PictureType } from './raster.ts';

/**
 * Checks the shared `extra` object ("Shared `extra` object") as far as every call has it.
 *
 * @returns the object, or null when there is none
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readExtra(body: JsonObject): JsonObject | null {
  const extra = body['extra'] ?? null;
  if (extra === null) return null;
  if (!isObject(extra)) throw invalidBody('extra is not an object.');
  const plan = extra['enterprise_plan'];
  if (plan !== undefined) {
    if (!isObject(plan)) throw invalidBody('extra.enterprise_plan is not an object.');
    const enabled = plan['enabled'];
    if (enabled !== undefined && typeof enabled !== 'boolean') {
      throw invalidBody('extra.enterprise_plan.enabled is not true or false.');
    }
  }
  return extra;
}

/**
 * The type in which a picture is asked for; png by default.
 *
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function readResponseImageType(extra: JsonObject | null): PictureType {
  const type = extra?.['response_image_type'];
  if (type === undefined) return 'png';
  if (type === 'png' || type === 'webp' || type === 'jpeg') return type;
  throw invalidBody('extra.response_image_type is not png, webp or jpeg.');
}
