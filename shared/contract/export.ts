/** Getting pictures out of Gesso: files, layers, the clipboard, other programs. */
import { z } from 'zod';
import { MAX_FILE_NAME, MAX_NAME_PATTERN, namePatternProblem } from '../export/name-pattern.ts';
import { idSchema, procedure } from './common.ts';

/** The outcome of saving a file; `url` is a same-origin address that the window downloads. */
export const saveOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), name: z.string() }),
  z.strictObject({ kind: z.literal('download'), url: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type SaveOutcome = z.infer<typeof saveOutcomeSchema>;

/** The outcome of saving in the same place: `ask` when there is no such place, or it holds something else. */
export const saveAgainOutcomeSchema = z.discriminatedUnion('kind', [
  ...saveOutcomeSchema.options,
  z.strictObject({
    kind: z.literal('ask'),
    /** `unsaved`: never saved before; `changed`: another program wrote the file; `gone`: no such folder. */
    reason: z.enum(['unsaved', 'changed', 'gone']),
    /** Name of the file that was saved before. */
    name: z.string().optional(),
  }),
]);
export type SaveAgainOutcome = z.infer<typeof saveAgainOutcomeSchema>;

/** Formats of one picture. */
export const pictureFormatSchema = z.enum(['png', 'jpeg', 'webp', 'tiff']);
export type PictureFormat = z.infer<typeof pictureFormatSchema>;

/** Formats that a photo can be saved as: one picture, or the photo with every result as a layer. */
export const exportFormatSchema = z.enum([...pictureFormatSchema.options, 'psd', 'ora']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** `source`: the format of the photo's own file, see `shared/export/source-format.ts`. */
export const formatChoiceSchema = z.enum(['source', ...exportFormatSchema.options]);
export type FormatChoice = z.infer<typeof formatChoiceSchema>;

/** The camera's data (EXIF) that is kept. */
export const exifChoiceSchema = z.enum(['none', 'without-place', 'all']);
export type ExifChoice = z.infer<typeof exifChoiceSchema>;

/** A name for saved files with placeholders, see `shared/export/name-pattern.ts`. */
export const namePatternSchema = z
  .string()
  .max(MAX_NAME_PATTERN)
  .refine((pattern) => namePatternProblem(pattern) === undefined);

/** Encoding and name of a file. */
export const saveOptionsSchema = z.strictObject({
  photoId: idSchema,
  format: formatChoiceSchema,
  /** 1 to 100 for `jpeg` and `webp`; ignored by the others. */
  quality: z.int().min(1).max(100),
  /** `webp` without loss; ignored by the others. */
  lossless: z.boolean(),
  /** `none` by default. */
  exif: exifChoiceSchema.optional(),
  /** `{name}_cleanup` by default. */
  namePattern: namePatternSchema.optional(),
  /** The name itself, without extension; in place of the pattern. */
  name: z.string().min(1).max(MAX_FILE_NAME).optional(),
});

/** A folder that `folderForMany` has named, in place of the one for all files; known until Gesso ends. */
export const saveInto = { into: idSchema.optional() };

/** Where several files go together. `ready` without `into`: into the folder for all files, or as the browser decides. */
export const manyFolderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), into: idSchema.optional() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type ManyFolder = z.infer<typeof manyFolderSchema>;

/** The folder for saved files. */
export const exportFolderSchema = z.strictObject({
  /** False where the browser decides where files go. */
  canChoose: z.boolean(),
  /** To be shown; `null` = each time the user is asked. */
  path: z.string().nullable(),
});
export type ExportFolder = z.infer<typeof exportFolderSchema>;

export type SaveOptions = z.infer<typeof saveOptionsSchema>;

/** A picture that is ready to be dragged into another program. */
export const dragFileSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  mediaType: z.string(),
  /** Same-origin address of the file, for a drag that the page itself begins. */
  url: z.string(),
  /** True where the program begins the drag: `startDrag` when the pointer leaves with it. */
  byHost: z.boolean(),
});
export type DragFile = z.infer<typeof dragFileSchema>;

/** The address of a picture that the page shows: one of `shared/media.ts`. */
const shownUrlSchema = z.string().max(1000);

export const exportContract = {
  /** Saves the photo with its applied results, at full resolution; `psd` and `ora` have them as layers. */
  save: procedure.input(saveOptionsSchema).output(saveOutcomeSchema),
  /**
   * Saves the photo as the last time, in the same place and without a question. Replaces only a file
   * that is still as Gesso wrote it.
   */
  saveAgain: procedure.input(z.strictObject({ photoId: idSchema })).output(saveAgainOutcomeSchema),
  /** Bytes of the file that `save` would write now. Makes it, so that saving it then is quick. */
  expectedSize: procedure
    .input(saveOptionsSchema)
    .output(z.strictObject({ byteLength: z.int().nonnegative() })),
  /** Saves the painted mask as PNG: 8-bit grey, only 0 and 255, of the photo's size. */
  saveMask: procedure.input(z.strictObject({ photoId: idSchema })).output(saveOutcomeSchema),
  folder: procedure.output(exportFolderSchema),
  /** Lets the user choose a folder that files go to without a question from now on. */
  chooseFolder: procedure.output(exportFolderSchema),
  /** Asks once where several files go, unless that is known already; nothing is kept for later. */
  folderForMany: procedure.output(manyFolderSchema),
  /** From now on the user is asked each time. */
  forgetFolder: procedure.output(exportFolderSchema),
  /**
   * The photo with its applied results as a PNG in sRGB, for the clipboard, which keeps no profile.
   * Answers with the address of its bytes; it holds until the next picture is prepared.
   */
  prepareCopy: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ url: z.string() })),
  /** The same for any picture that the page shows, by its address. */
  prepareCopyOf: procedure
    .input(z.strictObject({ url: shownUrlSchema }))
    .output(z.strictObject({ url: z.string() })),
  /** Saves a picture that the page shows. @param name without extension */
  saveShown: procedure
    .input(z.strictObject({ url: shownUrlSchema, name: z.string().min(1).max(MAX_FILE_NAME) }))
    .output(saveOutcomeSchema),
  /** The same file that `save` would write, ready to be dragged. */
  prepareDrag: procedure.input(saveOptionsSchema).output(dragFileSchema),
  /** While the pointer is down: goes on as a drag of the system. For a file with `byHost`. */
  startDrag: procedure.input(z.strictObject({ id: idSchema })).output(z.void()),
};
