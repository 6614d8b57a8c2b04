/** The program itself. */
import { z } from 'zod';
import { procedure } from './common.ts';

/** The library's database was lost before this start; what Gesso brought back. */
export const recoverySchema = z.strictObject({
  /**
   * `missing`: not there, or without any content; `chosen`: the user ordered it; `unclosed`: Gesso was
   * killed; `log-lost`: it was killed and the latest changes are lost.
   */
  reason: z.enum(['damaged', 'missing', 'chosen', 'log-lost', 'unclosed']),
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
  /** The system has a menu for the window's commands. */
  hasMenu: z.boolean(),
  /** The window is Gesso’s own: it is closed when the user closes and nothing is open in it. */
  canCloseWindow: z.boolean(),
  /** Files are read at their places on the disk: there is a dialog for them, and nothing is handed over. */
  canLink: z.boolean(),
});
/** A library for pictures or clips that comes with Gesso. */
export const libraryNoticeSchema = z.strictObject({
  name: z.string(),
  version: z.string().optional(),
  /** Its licences, as its makers name them. */
  licence: z.string(),
});
export type LibraryNotice = z.infer<typeof libraryNoticeSchema>;

export type AppInfo = z.infer<typeof appInfoSchema>;

export const appContract = {
  info: procedure.output(appInfoSchema),
  /** Libraries whose licences ask to be named. */
  libraries: procedure.output(z.array(libraryNoticeSchema).readonly()),
};
