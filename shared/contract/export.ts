import { z } from 'zod';
import { MAX_FILE_NAME, MAX_NAME_PATTERN, namePatternProblem } from '../export/name-pattern.ts';
import { idSchema, procedure, takes } from './common.ts';

/** `url` is a same-origin address that the window downloads. */
export const saveOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), name: z.string() }),
  z.strictObject({ kind: z.literal('download'), url: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type SaveOutcome = z.infer<typeof saveOutcomeSchema>;

/** `ask`: no earlier file can be overwritten, so the save dialog is needed. */
const saveAgainOutcomeSchema = z.discriminatedUnion('kind', [
  ...saveOutcomeSchema.options,
  z.strictObject({
    kind: z.literal('ask'),
    /** `changed`: another program wrote the file. `gone`: the folder is missing. */
    reason: z.enum(['unsaved', 'changed', 'gone']),
    name: z.string().optional(),
  }),
]);
export type SaveAgainOutcome = z.infer<typeof saveAgainOutcomeSchema>;

export const pictureFormatSchema = z.enum(['png', 'jpeg', 'webp', 'tiff']);
export type PictureFormat = z.infer<typeof pictureFormatSchema>;

export const exportFormatSchema = z.enum([...pictureFormatSchema.options, 'psd', 'ora']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const formatChoiceSchema = z.enum(['source', ...exportFormatSchema.options]);
export type FormatChoice = z.infer<typeof formatChoiceSchema>;

/** EXIF data that is kept. */
export const exifChoiceSchema = z.enum(['none', 'without-place', 'all']);
export type ExifChoice = z.infer<typeof exifChoiceSchema>;

export const namePatternSchema = z
  .string()
  .max(MAX_NAME_PATTERN)
  .refine((pattern) => namePatternProblem(pattern) === undefined);

export const saveOptionsSchema = z.strictObject({
  photoId: idSchema,
  format: formatChoiceSchema,
  /** 1 to 100 for `jpeg` and `webp`; others ignore it. */
  quality: z.int().min(1).max(100),
  /** Lossless `webp`; others ignore it. */
  lossless: z.boolean(),
  exif: exifChoiceSchema.optional(),
  /** `{name}_cleanup` by default. */
  namePattern: namePatternSchema.optional(),
  name: z.string().min(1).max(MAX_FILE_NAME).optional(),
});

/** A folder from `folderForMany`, instead of the default one; valid until Gesso quits. */
export const saveInto = { into: idSchema.optional() };

/** Target of several files. `ready` without `into`: the default folder, or the browser decides. */
const manyFolderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), into: idSchema.optional() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);

const exportFolderSchema = z.strictObject({
  /** False where the browser decides where files go. */
  canChoose: z.boolean(),
  /** For display; `null` asks each time. */
  path: z.string().nullable(),
});
export type ExportFolder = z.infer<typeof exportFolderSchema>;

export type SaveOptions = z.infer<typeof saveOptionsSchema>;

export const dragFileSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  mediaType: z.string(),
  /** Same-origin address of the file, for a drag that the page starts. */
  url: z.string(),
  /** The host starts the drag: call `startDrag` when the pointer leaves the picture. */
  byHost: z.boolean(),
});
export type DragFile = z.infer<typeof dragFileSchema>;

/** An address of `shared/media.ts`. */
const shownUrlSchema = z.string().max(1000);

export const exportContract = {
  /** Saves at full resolution; `psd` and `ora` store results as layers. */
  save: procedure.input(saveOptionsSchema).output(saveOutcomeSchema),
  /** Replaces only a file that is unchanged since Gesso wrote it. */
  saveAgain: takes({ photoId: idSchema }).output(saveAgainOutcomeSchema),
  /** Encodes the file, which makes saving quick. */
  expectedSize: procedure
    .input(saveOptionsSchema)
    .output(z.strictObject({ byteLength: z.int().nonnegative() })),
  /** Saves the painted mask as 8-bit grey PNG with 0 and 255, in the photo's size. */
  saveMask: takes({ photoId: idSchema }).output(saveOutcomeSchema),
  folder: procedure.output(exportFolderSchema),
  chooseFolder: procedure.output(exportFolderSchema),
  /** The answer is not stored. */
  folderForMany: procedure.output(manyFolderSchema),
  forgetFolder: procedure.output(exportFolderSchema),
  /** sRGB, because the clipboard keeps no profile. The address is valid until the next call. */
  prepareCopy: takes({ photoId: idSchema }).output(z.strictObject({ url: z.string() })),
  prepareCopyOf: takes({ url: shownUrlSchema }).output(z.strictObject({ url: z.string() })),
  saveShown: takes({ url: shownUrlSchema, name: z.string().min(1).max(MAX_FILE_NAME) }).output(
    saveOutcomeSchema,
  ),
  prepareDrag: procedure.input(saveOptionsSchema).output(dragFileSchema),
  /** Continues as a drag of the system while the pointer is down. For files with `byHost`. */
  startDrag: takes({ id: idSchema }).output(z.void()),
};
