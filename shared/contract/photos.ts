/** Photos and their results. Bytes go through the media handler, see `shared/media.ts`. */
import { z } from 'zod';
import { idSchema, procedure, rectSchema, timestampSchema } from './common.ts';
import { patchMixSchema } from './patch-mix.ts';
import { outputReferenceSchema } from './jobs.ts';

/** `applied` is shown and saved; `hidden` is undone or switched off, but kept. */
export const patchStateSchema = z.enum(['applied', 'hidden']);

/** `merge-face`: brought from Faces. `recipe`: made locally by steps of a recipe. */
const patchOperationSchema = z.enum(['cleanup', 'remove-text', 'merge-face', 'recipe']);

/** A result on the photo; pixels outside `rect` are the photo's own. */
export const patchSchema = z.strictObject({
  id: idSchema,
  jobId: idSchema,
  /** Counts from 1 per photo; never reused. */
  number: z.int().positive(),
  operation: patchOperationSchema,
  /** Photo space. */
  rect: rectSchema,
  state: patchStateSchema,
  /** RGBA PNG of `rect`, transparent outside the mask. */
  url: z.string(),
  /** Small WebP of the change with its surroundings, for lists. */
  thumbnailUrl: z.string(),
  /**
   * The painted mask, or the changed pixels of a text removal, in the wire format of
   * `shared/mask/mask-tiles.ts`.
   */
  maskUrl: z.string(),
  createdAt: timestampSchema,
  /** From sending to the stored result. */
  durationMilliseconds: z.int().nonnegative(),
  /** Parameters of the operation, such as `margin`. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /**
   * 1/10000 USD by the connection's prices at the start; 0 for a saved result; missing if unknown,
   * or practice.
   */
  cost: z.int().nonnegative().optional(),
  /** Made in practice: no price is shown. */
  isPractice: z.boolean(),
  /** Shared by jobs that were started together. */
  runId: idSchema.optional(),
  /** When it was last made, shown or hidden. */
  lookedAt: timestampSchema,
  /** Results below it when it was made, lowest first; some may be gone. */
  baseIds: z.array(idSchema).readonly(),
  /**
   * The results below it have changed since it was made. It stays on top of the current ones;
   * running it again makes it match.
   */
  isBaseChanged: z.boolean(),
  /** Blend with the photo, see `patch-mix.ts`; missing if unchanged. `strokes` is their number. */
  mix: patchMixSchema.extend({ strokes: z.int().nonnegative() }).optional(),
});

/**
 * Purposes of a photo, which can have several: the `studio`, a `picture` of another screen's form,
 * `training`, or a running `recipe`.
 */
export const photoPurposeSchema = z.enum(['studio', 'picture', 'training', 'recipe']);
export type PhotoPurpose = z.infer<typeof photoPurposeSchema>;

export const photoSummarySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Oriented pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  byteLength: z.int().nonnegative(),
  /** `jpeg`, `png`, `webp`, `tiff`, `heif` (AVIF) or `gif`. */
  format: z.string(),
  openedAt: timestampSchema,
  /** `undefined` until it is made. */
  thumbnailUrl: z.string().optional(),
});

/** Most photos of one query: those of a full strip. */
const MAX_LISTED_PHOTOS = 500;

export const stripPhotoSchema = photoSummarySchema.extend({
  /** Applied results. */
  resultCount: z.int().nonnegative(),
  /** It has paint that was not run. */
  hasMask: z.boolean(),
});

export const photoSchema = photoSummarySchema.extend({
  /** A version that Chromium can decode, oriented like the photo. */
  url: z.string(),
  maskUrl: z.string(),
  /** The combined masks of all applied results, in the same format. */
  cleanedUrl: z.string(),
  /** Bits per channel: 8 or 16. */
  depth: z.int(),
  hasAlpha: z.boolean(),
  /** Notes about this file as sentences. */
  notes: z.array(z.string()).readonly(),
  /** Lowest first. */
  patches: z.array(patchSchema).readonly(),
});

/** Where a sample is offered: the Studio, or the form of a screen. */
export const samplePlaceSchema = z.enum(['studio', 'video', 'upscale', 'face', 'picture']);
export type SamplePlace = z.infer<typeof samplePlaceSchema>;

export const sampleToolSchema = z.enum(['object']);

export const samplePhotoSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  author: z.string(),
  licence: z.string(),
  /** Something to try on it, as a sentence, for the Studio. */
  suggestion: z.string().optional(),
  /** The tool for the suggestion. */
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
  /** Most recently used photos for one of these purposes (default: studio). */
  recent: procedure
    .input(
      z
        .strictObject({
          purposes: z.array(photoPurposeSchema).min(1).max(10).readonly().optional(),
        })
        .optional(),
    )
    .output(z.array(photoSummarySchema).readonly()),
  /** Returns photos in the given order without those that are gone. */
  list: procedure
    .input(z.strictObject({ photoIds: z.array(idSchema).max(MAX_LISTED_PHOTOS).readonly() }))
    .output(z.array(stripPhotoSchema).readonly()),
  /** Returns a photo with its results and marks it as opened. */
  open: procedure.input(z.strictObject({ photoId: idSchema })).output(photoSchema),
  get: procedure.input(z.strictObject({ photoId: idSchema })).output(photoSchema),
  /** The result of one job on a photo, if there is one. */
  resultOf: procedure.input(z.strictObject({ photoId: idSchema, jobId: idSchema })).output(
    z.strictObject({
      patch: patchSchema.optional(),
      /** Hidden results of the photo; some may have been deleted to free space. */
      hiddenCount: z.int().nonnegative(),
    }),
  ),
  /**
   * Decodes the whole file and makes its thumbnail. A damaged file is removed from the library and
   * answered with `damaged-file`.
   */
  verify: procedure.input(z.strictObject({ photoId: idSchema })).output(photoSummarySchema),
  /** Removes a photo and its results from the library. The user's own file is never touched. */
  remove: procedure.input(z.strictObject({ photoId: idSchema })).output(z.void()),
  /**
   * Adds a job's picture to the library like an import, for the studio unless a purpose is given.
   * `unsupported-file` for a video.
   */
  fromOutput: procedure
    .input(outputReferenceSchema.extend({ purpose: photoPurposeSchema.optional() }))
    .output(photoSchema),
  /**
   * Adds a copy of the photo with its applied results for this purpose; returns the same photo if
   * it has none.
   */
  asItLooks: procedure
    .input(z.strictObject({ photoId: idSchema, purpose: photoPurposeSchema }))
    .output(photoSchema),
  samples: procedure.output(z.array(samplePhotoSchema).readonly()),
  openSample: procedure.input(z.strictObject({ sampleId: idSchema })).output(photoSchema),
  /**
   * Shows, hides or deletes a result. `mask` changes the painted mask with it: `restore` adds the
   * result's mask (undo), `consume` subtracts it (redo), `keep` leaves it. A `deleted` result can
   * get another state until Gesso quits, then its files are deleted. `invalid-input` while a
   * running job builds on it.
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
  /** Shows or hides several results together; missing ones are skipped. */
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
   * Permanently deletes a result with its files. `restore` adds its mask to the painted one.
   * `invalid-input` while a running job builds on it.
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
