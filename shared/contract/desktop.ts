/**
 * The window and the desktop around it: files that other programs hand over, and the menu of the
 * system. The host turns both into requests, which the window follows like any other stream.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure } from './common.ts';
import { jobSchema } from './job-record.ts';

/** Bounds of a menu. */
const MENU = { commands: 500, recentPhotos: 20, text: 200 } as const;

const textSchema = z.string().min(1).max(MENU.text);

/** What the desktop asks the window for. */
export const desktopRequestSchema = z.discriminatedUnion('kind', [
  /** A photo that is in the library by now. The first of several files is shown, the others are added. */
  z.strictObject({
    kind: z.literal('open-photo'),
    photoId: idSchema,
    isToShow: z.boolean(),
  }),
  /** A finished task whose notice was clicked. */
  z.strictObject({
    kind: z.literal('open-job'),
    jobId: idSchema,
    jobKind: jobSchema.shape.kind,
    /** The photo that it belongs to, if any. */
    photoId: idSchema.optional(),
  }),
  /** A file that could not be taken in. */
  z.strictObject({ kind: z.literal('refused-file'), error: appErrorSchema }),
  /** Work in the background failed: the window shows the sentence. */
  z.strictObject({ kind: z.literal('problem'), error: appErrorSchema }),
  /** `isByKey`: pressed as a key of the menu, which the window may have had before. */
  z.strictObject({
    kind: z.literal('run-command'),
    commandId: textSchema,
    isByKey: z.boolean(),
  }),
]);

/** A command of the window, as a menu shows it. */
export const menuCommandSchema = z.strictObject({
  id: textSchema,
  title: textSchema,
  /** The heading that it stands below. */
  group: textSchema,
  /** As in `renderer/base/commands/shortcut.ts`. */
  shortcut: textSchema.optional(),
  isAvailable: z.boolean(),
});

/** The window's commands, and the photos that were opened last. */
export const menuSchema = z.strictObject({
  commands: z.array(menuCommandSchema).max(MENU.commands).readonly(),
  recentPhotos: z
    .array(z.strictObject({ photoId: idSchema, name: textSchema }))
    .max(MENU.recentPhotos)
    .readonly(),
});

export type DesktopRequest = z.infer<typeof desktopRequestSchema>;
export type MenuCommand = z.infer<typeof menuCommandSchema>;
export type Menu = z.infer<typeof menuSchema>;

export const desktopContract = {
  /**
   * Requests as they come; those from before the window was there come first. Each is given once, to
   * the window that began to follow last.
   */
  requests: procedure.output(eventIterator(desktopRequestSchema)),
  /** The window's commands as they are now. Does nothing where there is no menu. */
  showMenu: procedure.input(menuSchema).output(z.void()),
  /** Closes the window, as its own button does. Does nothing where the window is a browser's. */
  closeWindow: procedure.output(z.void()),
};
