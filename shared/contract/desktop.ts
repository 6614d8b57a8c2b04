/**
 * The window and the desktop: files from other programs, and the system's menu. The host turns both
 * into requests, which the window subscribes to.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure } from './common.ts';
import { jobSchema } from './job-record.ts';

const MENU = { commands: 500, recentPhotos: 20, text: 200 } as const;

const textSchema = z.string().min(1).max(MENU.text);

/** Requests of the desktop to the window. */
export const desktopRequestSchema = z.discriminatedUnion('kind', [
  /**
   * A photo that is already in the library. The first of several files is shown, the others are
   * added.
   */
  z.strictObject({
    kind: z.literal('open-photo'),
    photoId: idSchema,
    isToShow: z.boolean(),
  }),
  /** A finished task whose notification was clicked. */
  z.strictObject({
    kind: z.literal('open-job'),
    jobId: idSchema,
    jobKind: jobSchema.shape.kind,
    photoId: idSchema.optional(),
  }),
  /** A file that could not be imported. */
  z.strictObject({ kind: z.literal('refused-file'), error: appErrorSchema }),
  /** Background work failed; the window shows the message. */
  z.strictObject({ kind: z.literal('problem'), error: appErrorSchema }),
  /** `isByKey`: pressed as a menu key, which the window may have handled already. */
  z.strictObject({
    kind: z.literal('run-command'),
    commandId: textSchema,
    isByKey: z.boolean(),
  }),
]);

export const menuCommandSchema = z.strictObject({
  id: textSchema,
  title: textSchema,
  /** Heading of its group in the menu. */
  group: textSchema,
  /** Format of `renderer/base/commands/shortcut.ts`. */
  shortcut: textSchema.optional(),
  isAvailable: z.boolean(),
});

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
  /** Emits requests, including earlier ones. Each goes once, to the window that subscribed last. */
  requests: procedure.output(eventIterator(desktopRequestSchema)),
  /** Updates the menu. Does nothing where there is no menu. */
  showMenu: procedure.input(menuSchema).output(z.void()),
  /** Closes the window like its close button. Does nothing in a browser. */
  closeWindow: procedure.output(z.void()),
};
