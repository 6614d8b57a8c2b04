/**
 * The shared wire format of the three synchronous image operations: `extra`, the picture that comes
 * back, and their paths (specification, "Shared `extra` object", "Edited image result").
 */
import { z } from 'zod';
import { lenientString } from './lenient.ts';
import { sniffMediaKind } from './media-kind.ts';
import { checkedRequest, oneOf } from './request-check.ts';

/** POST, below the base URL. */
export const REMOVE_TEXT_PATH = '/v3/remove-text';

/** POST, below the base URL. */
export const MERGE_FACE_PATH = '/v3/merge-face';

/**
 * Values of `extra.response_image_type`. The specification states them for text removal and cleanup
 * ("Edited image result") and leaves them open for face merging, where the same three are taken.
 */
export const RESPONSE_IMAGE_TYPES = ['png', 'webp', 'jpeg'] as const;
export type ResponseImageType = (typeof RESPONSE_IMAGE_TYPES)[number];

/** Options of each of them. */
export interface ImageExtra {
  readonly responseType: ResponseImageType;
  /** `extra.enterprise_plan.enabled`; not sent when left out. */
  readonly enterprisePlan?: boolean | undefined;
}

const imageExtraSchema = z.object({
  responseType: oneOf('The type of the returned picture', RESPONSE_IMAGE_TYPES),
  enterprisePlan: z.boolean().optional(),
});

/**
 * `extra` as it is sent.
 *
 * @throws AppError `invalid-input`
 */
export function imageExtraFields(request: ImageExtra): Readonly<Record<string, unknown>> {
  const { responseType, enterprisePlan } = checkedRequest(imageExtraSchema, {
    responseType: request.responseType,
    enterprisePlan: request.enterprisePlan,
  });
  return { response_image_type: responseType, ...enterprisePlanField(enterprisePlan) };
}

/** `enterprise_plan` as it is sent, or nothing. */
export function enterprisePlanField(
  enabled: boolean | undefined,
): Readonly<Record<string, unknown>> {
  return enabled === undefined ? {} : { enterprise_plan: { enabled } };
}

/** The answer without its picture, which is streamed past this schema. */
export const editedImageSchema = z.looseObject({
  /** Declared type; in any spelling, and no proof: the bytes decide. */
  image_type: lenientString,
});

/** The type of a picture by its first bytes; `undefined` when it is none that is returned. */
export function sniffImageType(head: Uint8Array): ResponseImageType | undefined {
  const kind = sniffMediaKind(head);
  return RESPONSE_IMAGE_TYPES.find((type) => type === kind);
}
