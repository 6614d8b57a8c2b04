/** The program itself. */
import { z } from 'zod';
import { procedure } from './common.ts';

export const appInfoSchema = z.strictObject({
  version: z.string(),
  /** Things that the user should know since the last start, as sentences. */
  notices: z.array(z.string()).readonly(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const appContract = {
  info: procedure.output(appInfoSchema),
};
