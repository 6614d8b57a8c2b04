import { z } from 'zod';
import { idSchema, procedure, takes, rectSchema, timestampSchema } from './common.ts';
import { patchBlendSchema } from './patch-blend.ts';
import { outputReferenceSchema } from './jobs.ts';

/** `applied` is shown and saved; `hidden` is undone or switched off, but kept. */
const patchStateSchema = z.enum(['applied', 'hidden']);

/** `merge-face`: brought from Faces. `recipe`: made locally by steps of a recipe. */
const patchOperationSchema = z.enum(['cleanup', 'remove-text', 'merge-face', 'recipe']);

const patchSchema = z.strictObject({
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
  /** In the wire format of `shared/mask/mask-tiles.ts`. */
  maskUrl: z.string(),
  createdAt: timestampSchema,
  /** From sending to the stored result. */
  durationMilliseconds: z.int().nonnegative(),
  /** Parameters of the operation, such as `margin`. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** By the prices at the start, 1/10000 USD; missing if unknown, or practice. */
  cost: z.int().nonnegative().optional(),
  isPractice: z.boolean(),
  runId: idSchema.optional(),
  lookedAt: timestampSchema,
  /** Results below it when it was made, lowest first; some may be gone. */
  baseIds: z.array(idSchema).readonly(),
  /** The results below it have changed since it was made; running it again makes it match. */
  isBaseChanged: z.boolean(),
  /** Blend with the photo, see `patch-blend.ts`; missing if unchanged. `strokes` is their number. */
  blend: patchBlendSchema.extend({ strokes: z.int().nonnegative() }).optional(),
});

/** A photo can have several purposes. */
export const photoPurposeSchema = z.enum(['studio', 'picture', 'training', 'recipe']);
export type PhotoPurpose = z.infer<typeof photoPurposeSchema>;

const photoSummarySchema = z.strictObject({
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

const MAX_LISTED_PHOTOS = 500;

const stripPhotoSchema = photoSummarySchema.extend({
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
  notes: z.array(z.string()).readonly(),
  patches: z.array(patchSchema).readonly(),
});

export const samplePlaceSchema = z.enum(['studio', 'video', 'upscale', 'face', 'picture']);
export type SamplePlace = z.infer<typeof samplePlaceSchema>;

export const sampleToolSchema = z.enum(['object']);

const samplePhotoSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  author: z.string(),
  licence: z.string(),
  suggestion: z.string().optional(),
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
  recent: procedure
    .input(
      z
        .strictObject({
          purposes: z.array(photoPurposeSchema).min(1).max(10).readonly().optional(),
        })
        .optional(),
    )
    .output(z.array(photoSummarySchema).readonly()),
  list: takes({ photoIds: z.array(idSchema).max(MAX_LISTED_PHOTOS).readonly() }).output(
    z.array(stripPhotoSchema).readonly(),
  ),
  /** Marks the photo as opened. */
  open: takes({ photoId: idSchema }).output(photoSchema),
  get: takes({ photoId: idSchema }).output(photoSchema),
  resultOf: takes({ photoId: idSchema, jobId: idSchema }).output(
    z.strictObject({
      patch: patchSchema.optional(),
      /** Hidden results of the photo; some may have been deleted to free space. */
      hiddenCount: z.int().nonnegative(),
    }),
  ),
  /** Decodes the whole file. A damaged one is removed and answered with `damaged-file`. */
  verify: takes({ photoId: idSchema }).output(photoSummarySchema),
  /** The user's own file is never touched. */
  remove: takes({ photoId: idSchema }).output(z.void()),
  /** For the studio unless a purpose is given. `unsupported-file` for a video. */
  fromOutput: takes({
    ...outputReferenceSchema.shape,
    purpose: photoPurposeSchema.optional(),
  }).output(photoSchema),
  /** Returns the same photo if it has no results. */
  asItLooks: takes({ photoId: idSchema, purpose: photoPurposeSchema }).output(photoSchema),
  samples: procedure.output(z.array(samplePhotoSchema).readonly()),
  openSample: takes({ sampleId: idSchema }).output(photoSchema),
  /**
   * `restore` adds the result's mask to the painted one, `consume` subtracts it. A `deleted` result
   * can be restored until Gesso quits. `invalid-input` while a running job builds on it.
   */
  setPatchState: takes({
    photoId: idSchema,
    patchId: idSchema,
    state: z.enum(['applied', 'hidden', 'deleted']),
    mask: z.enum(['restore', 'consume', 'keep']),
  }).output(z.void()),
  /** Missing results are skipped. */
  setPatchStates: takes({
    photoId: idSchema,
    patchIds: z.array(idSchema).max(10_000).readonly(),
    state: patchStateSchema,
  }).output(z.void()),
  /** Permanent. `invalid-input` while a running job builds on it. */
  deletePatch: takes({
    photoId: idSchema,
    patchId: idSchema,
    mask: z.enum(['restore', 'keep']),
  }).output(z.void()),
  /** @param grow photo pixels added to the mask */
  repaintPatch: takes({
    photoId: idSchema,
    patchId: idSchema,
    grow: z.int().min(0).max(500),
  }).output(z.void()),
};
