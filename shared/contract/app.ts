/** The program itself. */
import { z } from 'zod';
import { procedure } from './common.ts';

/** The library's database was lost before this start; what Gesso brought back. */
export const recoverySchema = z.strictObject({
  /** `missing`: not there, or without any content. */
  reason: z.enum(['damaged', 'missing']),
  /** When the backup was made that took its place, ms since 1970; missing where there was none. */
  backupFrom: z.number().int().optional(),
  /** The files are still being looked through. */
  isUnderWay: z.boolean(),
  /** Pictures newer than the backup that are photos again. */
  adopted: z.number().int(),
  /** Other files that stay in the data folder. */
  left: z.number().int(),
});
export type Recovery = z.infer<typeof recoverySchema>;

export const appInfoSchema = z.strictObject({
  version: z.string(),
  recovery: recoverySchema.optional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const appContract = {
  info: procedure.output(appInfoSchema),
};
