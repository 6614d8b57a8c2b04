/** The program itself. */
import { z } from 'zod';
import { procedure } from './common.ts';

export const appInfoSchema = z.strictObject({
  version: z.string(),
  /** Things that the user should know since the last start, as sentences. */
  notices: z.array(z.string()).readonly(),
  /** The system has a menu for the window's commands. */
  hasMenu: z.boolean(),
});
/** A library for pictures that comes with Gesso. */
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
