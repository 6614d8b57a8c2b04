/** The host turns files from other programs and the system's menu into requests. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure } from './common.ts';
import { jobSchema } from './job-record.ts';

const MENU = { commands: 500, recentPhotos: 20, text: 200 } as const;

const textSchema = z.string().min(1).max(MENU.text);

const desktopRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('open-photo'),
    photoId: idSchema,
    isToShow: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('open-job'),
    jobId: idSchema,
    jobKind: jobSchema.shape.kind,
    photoId: idSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('refused-file'), error: appErrorSchema }),
  /** Background work failed. */
  z.strictObject({ kind: z.literal('problem'), error: appErrorSchema }),
  /** `isByKey`: pressed as a menu key, which the window may have handled already. */
  z.strictObject({
    kind: z.literal('run-command'),
    commandId: textSchema,
    isByKey: z.boolean(),
  }),
]);

const menuCommandSchema = z.strictObject({
  id: textSchema,
  title: textSchema,
  group: textSchema,
  /** Format of `renderer/core/commands/shortcut.ts`. */
  shortcut: textSchema.optional(),
  isAvailable: z.boolean(),
});

const menuSchema = z.strictObject({
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
  /** Includes earlier ones. Each goes once, to the window that subscribed last. */
  requests: procedure.output(eventIterator(desktopRequestSchema)),
  /** Does nothing where there is no menu. */
  showMenu: procedure.input(menuSchema).output(z.void()),
  /** Closes the window like its close button. Does nothing in a browser. */
  closeWindow: procedure.output(z.void()),
};
