/** Specification, "Shared `extra` object", "Edited image result". */
import { z } from 'zod';
import { IMAGE_PARAMETERS } from '../parameters/image-parameters.ts';
import { checkedShape } from '../parameters/parameter-schemas.ts';
import { wireFields, type ValueOf } from '../parameters/parameter-table.ts';
import { lenientString } from './lenient.ts';
import { sniffMediaKind } from './media-kind.ts';
import { checkedRequest } from './request-check.ts';

export const REMOVE_TEXT_PATH = '/v3/remove-text';

export const MERGE_FACE_PATH = '/v3/merge-face';

export type ResponseImageType = ValueOf<typeof IMAGE_PARAMETERS.responseType>;

export interface ImageExtra {
  readonly responseType: ResponseImageType;
  /** `extra.enterprise_plan.enabled`; not sent if undefined. */
  readonly enterprisePlan?: boolean | undefined;
}

const imageExtraSchema = z.object({
  ...checkedShape(IMAGE_PARAMETERS),
  enterprisePlan: z.boolean().optional(),
});

/** @throws AppError `invalid-input` */
export function imageExtraFields(request: ImageExtra): Readonly<Record<string, unknown>> {
  const checked = checkedRequest(imageExtraSchema, request);
  return {
    ...wireFields(IMAGE_PARAMETERS, checked),
    ...enterprisePlanField(checked.enterprisePlan),
  };
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
  return IMAGE_PARAMETERS.responseType.values.find((type) => type === kind);
}
