/** Specification, "Shared `extra` object", "Edited image result". */
import { z } from 'zod';
import { lenientString } from './lenient.ts';
import { sniffMediaKind } from './media-kind.ts';
import { checkedRequest, oneOf } from './request-check.ts';

export const REMOVE_TEXT_PATH = '/v3/remove-text';

export const MERGE_FACE_PATH = '/v3/merge-face';

/** Stated for text removal and cleanup; face merging takes the same three. */
export const RESPONSE_IMAGE_TYPES = ['png', 'webp', 'jpeg'] as const;
export type ResponseImageType = (typeof RESPONSE_IMAGE_TYPES)[number];

export interface ImageExtra {
  readonly responseType: ResponseImageType;
  /** `extra.enterprise_plan.enabled`; not sent if undefined. */
  readonly enterprisePlan?: boolean | undefined;
}

const imageExtraSchema = z.object({
  responseType: oneOf('The type of the returned picture', RESPONSE_IMAGE_TYPES),
  enterprisePlan: z.boolean().optional(),
});

/** @throws AppError `invalid-input` */
export function imageExtraFields(request: ImageExtra): Readonly<Record<string, unknown>> {
  const { responseType, enterprisePlan } = checkedRequest(imageExtraSchema, {
    responseType: request.responseType,
    enterprisePlan: request.enterprisePlan,
  });
  return { response_image_type: responseType, ...enterprisePlanField(enterprisePlan) };
}

export function enterprisePlanField(
  enabled: boolean | undefined,
): Readonly<Record<string, unknown>> {
  return enabled === undefined ? {} : { enterprise_plan: { enabled } };
}

/** The answer without its picture, which is streamed separately. */
export const editedImageSchema = z.looseObject({
  /** Declared type in any spelling; the bytes decide. */
  image_type: lenientString,
});

/** Detects the type from the first bytes; `undefined` if the service never returns it. */
export function sniffImageType(head: Uint8Array): ResponseImageType | undefined {
  const kind = sniffMediaKind(head);
  return RESPONSE_IMAGE_TYPES.find((type) => type === kind);
}
