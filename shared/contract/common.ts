import { oc } from '@orpc/contract';
import { z } from 'zod';
import { APP_ERROR_ACTIONS, APP_ERROR_KINDS } from '../errors/app-error.ts';
import { plainName } from '../plain-name.ts';

export const appErrorSchema = z.strictObject({
  kind: z.enum(APP_ERROR_KINDS),
  message: z.string(),
  action: z.enum(APP_ERROR_ACTIONS).optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** A rectangle in whole pixels; its space is stated at each use. */
export const rectSchema = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
});

/** A name from a user or a file, cleaned of control characters. */
export const plainNameSchema = z.string().overwrite(plainName);

/** Ids are created by the backend; the bound keeps junk out of queries. */
export const idSchema = z.string().min(1).max(64);

/** Milliseconds since 1970, UTC. */
export const timestampSchema = z.int().nonnegative();

export interface Bytes {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Bytes in an answer, for masks and the like; pictures and videos go through the media handler. */
export const bytesSchema = z.custom<Bytes>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'size' in value &&
    'arrayBuffer' in value &&
    typeof value.arrayBuffer === 'function',
);

export const uploadSchema = z.strictObject({ uploadId: idSchema });

export const fileSchema = z.union([bytesSchema, uploadSchema]);
export type FileReference = z.infer<typeof fileSchema>;

export const procedure = oc.errors({ APP_ERROR: { data: appErrorSchema } });

/** A procedure whose input has exactly these fields. */
export const takes = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  procedure.input(z.strictObject(fields));

/** A list of records with exactly these fields. */
export const rowsOf = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  z.array(z.strictObject(fields)).readonly();
