/** Export of pictures: files, layers, the clipboard, other programs. */
import { z } from 'zod';
import { MAX_FILE_NAME, MAX_NAME_PATTERN, namePatternProblem } from '../export/name-pattern.ts';
import { idSchema, procedure } from './common.ts';

/** `url` is a same-origin address that the window downloads. */
export const saveOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), name: z.string() }),
  z.strictObject({ kind: z.literal('download'), url: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type SaveOutcome = z.infer<typeof saveOutcomeSchema>;

/** `ask`: no earlier file can be overwritten, so the save dialog is needed. */
export const saveAgainOutcomeSchema = z.discriminatedUnion('kind', [
  ...saveOutcomeSchema.options,
  z.strictObject({
    kind: z.literal('ask'),
    /**
     * `unsaved`: never saved before. `changed`: another program wrote the file. `gone`: the folder
     * is missing.
     */
    reason: z.enum(['unsaved', 'changed', 'gone']),
    /** Name of the file that was saved before. */
    name: z.string().optional(),
  }),
]);
export type SaveAgainOutcome = z.infer<typeof saveAgainOutcomeSchema>;

export const pictureFormatSchema = z.enum(['png', 'jpeg', 'webp', 'tiff']);
export type PictureFormat = z.infer<typeof pictureFormatSchema>;

/** Formats of a photo: one picture, or every result as a layer. */
export const exportFormatSchema = z.enum([...pictureFormatSchema.options, 'psd', 'ora']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** `source` is the format of the photo's own file, see `shared/export/source-format.ts`. */
export const formatChoiceSchema = z.enum(['source', ...exportFormatSchema.options]);
export type FormatChoice = z.infer<typeof formatChoiceSchema>;

/** EXIF data that is kept. */
export const exifChoiceSchema = z.enum(['none', 'without-place', 'all']);
export type ExifChoice = z.infer<typeof exifChoiceSchema>;

/** File name with placeholders, see `shared/export/name-pattern.ts`. */
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
  /** `none` by default. */
  exif: exifChoiceSchema.optional(),
  /** `{name}_cleanup` by default. */
  namePattern: namePatternSchema.optional(),
  /** The name without extension, instead of the pattern. */
  name: z.string().min(1).max(MAX_FILE_NAME).optional(),
});

/** A folder from `folderForMany`, instead of the default one; valid until Gesso quits. */
export const saveInto = { into: idSchema.optional() };

/** Target of several files. `ready` without `into`: the default folder, or the browser decides. */
export const manyFolderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), into: idSchema.optional() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type ManyFolder = z.infer<typeof manyFolderSchema>;

export const exportFolderSchema = z.strictObject({
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
  /**
   * Saves the photo with its applied results at full resolution; `psd` and `ora` store them as
   * layers.
   */
  save: procedure.input(saveOptionsSchema).output(saveOutcomeSchema),
  /**
   * Saves the photo to its last file without a dialog. Replaces only a file that is unchanged since
   * Gesso wrote it.
   */
  saveAgain: procedure.input(z.strictObject({ photoId: idSchema })).output(saveAgainOutcomeSchema),
  /**
   * Returns the bytes of the file that `save` would write. Encodes it, which makes saving quick.
   */
  expectedSize: procedure
    .input(saveOptionsSchema)
    .output(z.strictObject({ byteLength: z.int().nonnegative() })),
  /** Saves the painted mask as 8-bit grey PNG with 0 and 255, in the photo's size. */
  saveMask: procedure.input(z.strictObject({ photoId: idSchema })).output(saveOutcomeSchema),
  folder: procedure.output(exportFolderSchema),
  /** Lets the user choose a default folder for exports. */
  chooseFolder: procedure.output(exportFolderSchema),
  /**
   * Asks once for a target folder of several files unless a default is set. The answer is not
   * stored.
   */
  folderForMany: procedure.output(manyFolderSchema),
  /** Asks each time from now on. */
  forgetFolder: procedure.output(exportFolderSchema),
  /**
   * Makes a PNG of the photo with its applied results for the clipboard, in sRGB because the
   * clipboard keeps no profile. Returns its address, valid until the next call.
   */
  prepareCopy: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ url: z.string() })),
  /** Does the same for any picture that the page shows, by its address. */
  prepareCopyOf: procedure
    .input(z.strictObject({ url: shownUrlSchema }))
    .output(z.strictObject({ url: z.string() })),
  /** @param name without extension */
  saveShown: procedure
    .input(z.strictObject({ url: shownUrlSchema, name: z.string().min(1).max(MAX_FILE_NAME) }))
    .output(saveOutcomeSchema),
  /** Prepares the file that `save` would write for dragging. */
  prepareDrag: procedure.input(saveOptionsSchema).output(dragFileSchema),
  /** Continues as a drag of the system while the pointer is down. For files with `byHost`. */
  startDrag: procedure.input(z.strictObject({ id: idSchema })).output(z.void()),
};
