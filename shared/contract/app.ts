import { z } from 'zod';
import { procedure } from './common.ts';

const recoverySchema = z.strictObject({
  /**
   * `missing`: gone or empty. `unclosed`: Gesso was killed. `log-lost`: the latest changes are
   * lost, too.
   */
  reason: z.enum(['damaged', 'missing', 'chosen', 'log-lost', 'unclosed']),
  /** Unix ms of the backup that was restored; missing if there was none. */
  backupFrom: z.number().int().optional(),
  isUnderWay: z.boolean(),
  /** Pictures newer than the backup that were added as photos. */
  adopted: z.number().int(),
  /** Other files that were left in the data folder. */
  left: z.number().int(),
});
export type Recovery = z.infer<typeof recoverySchema>;

const appInfoSchema = z.strictObject({
  version: z.string(),
  recovery: recoverySchema.optional(),
  /** The system shows a menu for the window's commands. */
  hasMenu: z.boolean(),
  /** Gesso owns the window, and closes it when the user presses Close with nothing open. */
  canCloseWindow: z.boolean(),
  /** Files are read where they are on disk, through a dialog, and are not uploaded. */
  canLink: z.boolean(),
});
const libraryNoticeSchema = z.strictObject({
  name: z.string(),
  version: z.string().optional(),
  licence: z.string(),
});
export type LibraryNotice = z.infer<typeof libraryNoticeSchema>;

export type AppInfo = z.infer<typeof appInfoSchema>;

export const appContract = {
  info: procedure.output(appInfoSchema),
  libraries: procedure.output(z.array(libraryNoticeSchema).readonly()),
};
