/** Photos of the library and the results that lie on them. Bytes travel by the media handler, see `shared/media.ts`. */
import { z } from 'zod';
import { idSchema, procedure, rectSchema, timestampSchema } from './common.ts';
import { patchMixSchema } from './patch-mix.ts';
import { outputReferenceSchema } from './jobs.ts';

/** `applied`: shown and saved. `hidden`: undone or switched off; kept. */
export const patchStateSchema = z.enum(['applied', 'hidden']);

/** `merge-face`: brought from Faces. */
/** `recipe`: made on this computer by steps of a recipe, and laid over the picture before them. */
const patchOperationSchema = z.enum(['cleanup', 'remove-text', 'merge-face', 'recipe']);

/** A result over the photo; pixels outside `rect` are the photo's own. */
export const patchSchema = z.strictObject({
  id: idSchema,
  jobId: idSchema,
  /** Counts the photo's results from 1; it stays when others are deleted. */
  number: z.int().positive(),
  operation: patchOperationSchema,
  /** Photo space. */
  rect: rectSchema,
  state: patchStateSchema,
  /** RGBA PNG of `rect`; transparent where the mask was not painted. */
  url: z.string(),
  /** The changed area on its surroundings; small, for lists: WebP. */
  thumbnailUrl: z.string(),
  /** The painted mask; of a text removal the pixels that changed. In the wire form of `shared/mask/mask-tiles.ts`. */
  maskUrl: z.string(),
  createdAt: timestampSchema,
  /** From sending to the stored result. */
  durationMilliseconds: z.int().nonnegative(),
  /** Parameters of the operation beside the picture, e.g. `margin`. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** 1/10000 USD by the connection's prices at the start; 0 = a saved result; missing = not known, or practice. */
  cost: z.int().nonnegative().optional(),
  /** Made in practice: no money is shown for it. */
  isPractice: z.boolean(),
  /** Jobs that were started together have the same. */
  runId: idSchema.optional(),
  /** When it was made, shown or hidden last. */
  lookedAt: timestampSchema,
  /** Results below it when it was made, lowest first; some may be gone. */
  baseIds: z.array(idSchema).readonly(),
  /**
   * True when the results that lie below it are not those it was made on: one was hidden, shown or
   * deleted since. It stays over the current ones; running it again makes it fit.
   */
  isBaseChanged: z.boolean(),
  /** It lies over the photo in part, see `patch-mix.ts`; missing = as it came. `strokes`: their number. */
  mix: patchMixSchema.extend({ strokes: z.int().nonnegative() }).optional(),
});

/**
 * The purpose of a photo in the library: work in the `studio`, a `picture` of
 * another screen's form, `training`, or a picture of a `recipe` at work. A photo can have several.
 */
export const photoPurposeSchema = z.enum(['studio', 'picture', 'training', 'recipe']);
export type PhotoPurpose = z.infer<typeof photoPurposeSchema>;

/** A photo as lists show it. */
export const photoSummarySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Photo space: oriented pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  byteLength: z.int().nonnegative(),
  /** The file's format: `jpeg`, `png`, `webp`, `tiff`, `heif` (AVIF), `gif`. */
  format: z.string(),
  openedAt: timestampSchema,
  /** `undefined` until it is made. */
  thumbnailUrl: z.string().optional(),
});

/** Most photos that are asked about at once: those of a full strip. */
const MAX_LISTED_PHOTOS = 500;

/** A photo as the strip shows it. */
export const stripPhotoSchema = photoSummarySchema.extend({
  /** Results that are shown on it. */
  resultCount: z.int().nonnegative(),
  /** Something is painted on it that was not run. */
  hasMask: z.boolean(),
});

/** A photo as the studio needs it. */
export const photoSchema = photoSummarySchema.extend({
  /** A picture that Chromium can decode, with the orientation of the photo. */
  url: z.string(),
  maskUrl: z.string(),
  /** The masks of all results that are shown, as one, in the same form. */
  cleanedUrl: z.string(),
  /** Bits per channel of the file: 8 or 16. */
  depth: z.int(),
  hasAlpha: z.boolean(),
  /** Notes about this file for the user, as sentences. */
  notes: z.array(z.string()).readonly(),
  /** In the order in which they lie on the photo, lowest first. */
  patches: z.array(patchSchema).readonly(),
});

/** The place of the program that a bundled photograph is for: the Studio, or the form of a screen. */
export const samplePlaceSchema = z.enum(['studio', 'video', 'upscale', 'face', 'picture']);
export type SamplePlace = z.infer<typeof samplePlaceSchema>;

export const sampleToolSchema = z.enum(['object']);

/** A bundled photograph to try things on. */
export const samplePhotoSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  author: z.string(),
  licence: z.string(),
  /** Something to try on it, as a sentence: for the Studio. */
  suggestion: z.string().optional(),
  /** The tool that the suggestion needs in hand. */
  tool: sampleToolSchema.optional(),
  place: samplePlaceSchema,
  thumbnailUrl: z.string(),
});

export type Patch = z.infer<typeof patchSchema>;
export type PatchState = z.infer<typeof patchStateSchema>;
export type PhotoSummary = z.infer<typeof photoSummarySchema>;
export type StripPhoto = z.infer<typeof stripPhotoSchema>;
export type Photo = z.infer<typeof photoSchema>;
export type SamplePhoto = z.infer<typeof samplePhotoSchema>;

export const photosContract = {
  /** The photos used last for one of these purposes, newest first; those of the studio unless given. */
  recent: procedure
    .input(
      z
        .strictObject({
          purposes: z.array(photoPurposeSchema).min(1).max(10).readonly().optional(),
        })
        .optional(),
    )
    .output(z.array(photoSummarySchema).readonly()),
  /** These photos, in this order; those that are no longer in the library are left out. */
  list: procedure
    .input(z.strictObject({ photoIds: z.array(idSchema).max(MAX_LISTED_PHOTOS).readonly() }))
    .output(z.array(stripPhotoSchema).readonly()),
  /** One photo with its results; marks it as opened now. */
  open: procedure.input(z.strictObject({ photoId: idSchema })).output(photoSchema),
  /** One photo with its results. */
  get: procedure.input(z.strictObject({ photoId: idSchema })).output(photoSchema),
  /** The result of one job on a photo, as it is in the photo's list; missing where there is none. */
  resultOf: procedure.input(z.strictObject({ photoId: idSchema, jobId: idSchema })).output(
    z.strictObject({
      patch: patchSchema.optional(),
      /** Results of the photo that are hidden: some may have been removed to make room. */
      hiddenCount: z.int().nonnegative(),
    }),
  ),
  /**
   * Decodes the whole file once, makes its thumbnail, and answers when it is sound. A damaged file
   * is taken out of the library again and answered with `damaged-file`.
   */
  verify: procedure.input(z.strictObject({ photoId: idSchema })).output(photoSummarySchema),
  /** Takes a photo out of the library, with its results. The user's own file is never touched. */
  remove: procedure.input(z.strictObject({ photoId: idSchema })).output(z.void()),
  /**
   * Takes a picture that a job produced into the library, as an import of the same bytes would;
   * for the studio unless a purpose is given. A video is refused with `unsupported-file`.
   */
  fromOutput: procedure
    .input(outputReferenceSchema.extend({ purpose: photoPurposeSchema.optional() }))
    .output(photoSchema),
  /**
   * The photo as it looks now, as a photo of its own for this purpose; the same one where no result is
   * shown on it. The original stays.
   */
  asItLooks: procedure
    .input(z.strictObject({ photoId: idSchema, purpose: photoPurposeSchema }))
    .output(photoSchema),
  samples: procedure.output(z.array(samplePhotoSchema).readonly()),
  /** Adds a bundled photograph to the library. */
  openSample: procedure.input(z.strictObject({ sampleId: idSchema })).output(photoSchema),
  /**
   * Shows or hides a result. `mask` is the change of the painted mask in the same step:
   * `restore` adds the result's mask to it (undo), `consume` takes it out (redo), `keep` leaves it.
   * `deleted` takes a result out of the photo and its list; it can be given another state until
   * Gesso is closed, then it is gone with its files. Refused with `invalid-input` while a job that is
   * under way builds on it.
   */
  setPatchState: procedure
    .input(
      z.strictObject({
        photoId: idSchema,
        patchId: idSchema,
        state: z.enum(['applied', 'hidden', 'deleted']),
        mask: z.enum(['restore', 'consume', 'keep']),
      }),
    )
    .output(z.void()),
  /** Shows or hides several results in one step; those that are gone are left out. */
  setPatchStates: procedure
    .input(
      z.strictObject({
        photoId: idSchema,
        patchIds: z.array(idSchema).max(10_000).readonly(),
        state: patchStateSchema,
      }),
    )
    .output(z.void()),
  /**
   * Takes a result out for good, with its files. `restore` adds its mask to the painted one. Refused
   * with `invalid-input` while a job that is under way builds on it.
   */
  deletePatch: procedure
    .input(
      z.strictObject({ photoId: idSchema, patchId: idSchema, mask: z.enum(['restore', 'keep']) }),
    )
    .output(z.void()),
  /** Hides a result and adds its mask, grown by `grow` photo pixels, to the painted one. */
  repaintPatch: procedure
    .input(
      z.strictObject({
        photoId: idSchema,
        patchId: idSchema,
        grow: z.int().min(0).max(500),
      }),
    )
    .output(z.void()),
};
