/** Schemas that more than one feature of the contract uses. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { APP_ERROR_ACTIONS, APP_ERROR_KINDS } from '../errors/app-error.ts';
import { plainName } from '../plain-name.ts';

/** `AppErrorData` (`shared/errors/app-error.ts`) as it crosses the boundary. */
export const appErrorSchema = z.strictObject({
  kind: z.enum(APP_ERROR_KINDS),
  message: z.string(),
  action: z.enum(APP_ERROR_ACTIONS).optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** A whole-pixel rectangle; which space it is in is said where it is used. */
export const rectSchema = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
});

/** Ids are made by the backend; the bound keeps junk out of queries. */
/** A name that the user or a file gives; one that an older library has is cleaned where it is shown. */
export const plainNameSchema = z.string().overwrite(plainName);

export const idSchema = z.string().min(1).max(64);

/** Milliseconds since 1970, UTC. */
export const timestampSchema = z.int().nonnegative();

/** The part of `Blob` that both sides use. The line carries its bytes as they are, not as text. */
export interface Bytes {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Bytes in an answer. For masks and the like; pictures and videos travel by the media handler. */
export const bytesSchema = z.custom<Bytes>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'size' in value &&
    'arrayBuffer' in value &&
    typeof value.arrayBuffer === 'function',
);

/** A file that was handed over before, by POST to `uploadsUrl()` of `shared/media.ts`. */
export const uploadSchema = z.strictObject({ uploadId: idSchema });

/** A file in a call: an upload, or its bytes where they are few. */
export const fileSchema = z.union([bytesSchema, uploadSchema]);
export type FileReference = z.infer<typeof fileSchema>;

/** Every procedure of the contract can answer with an `AppError` as data. */
export const procedure = oc.errors({ APP_ERROR: { data: appErrorSchema } });
