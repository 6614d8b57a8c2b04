/** Local and free. Everything is in photo space, of the photo with its results. */
import { z } from 'zod';
import { SELECTION_LIMITS } from '../selection/selection-limits.ts';
import { bytesSchema, idSchema, procedure, takes, rectSchema, rowsOf } from './common.ts';

const coordinate = z.number().min(-200_000).max(200_000);
const pointSchema = z.strictObject({ x: coordinate, y: coordinate });
const pointsSchema = z.array(pointSchema).min(1).max(SELECTION_LIMITS.points).readonly();
const widthSchema = z.number().positive().max(20_000);

const objectRequestSchema = z.strictObject({
  photoId: idSchema,
  /** A loop surrounds the object loosely and closes itself; a scribble covers it. */
  gesture: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('loop'), points: pointsSchema }),
    z.strictObject({ kind: z.literal('scribble'), points: pointsSchema, width: widthSchema }),
  ]),
  strokes: z
    .array(
      z.strictObject({
        kind: z.enum(['add', 'take']),
        points: pointsSchema,
        width: widthSchema,
      }),
    )
    .max(SELECTION_LIMITS.strokes)
    .readonly(),
  withShadow: z.boolean(),
  /** `coarse` is quick; `fine` follows the edge at full resolution. */
  pass: z.enum(['coarse', 'fine']),
  /** Visible part of the photo, which is analysed for clicks; missing: all of it. */
  within: rectSchema.optional(),
  /** Index of the candidate by size: part, object, group. Missing: the most likely one. */
  reading: z.int().min(0).max(20).optional(),
});
export type ObjectRequest = z.infer<typeof objectRequestSchema>;

/** Alternating x and y. */
const outlineSchema = z.array(z.number()).readonly();

const selectedPixelsSchema = z.strictObject({
  /** Bounds of all pixels; empty if nothing was found. */
  bounds: rectSchema,
  pixels: z.int().nonnegative(),
  /** In the wire format of `shared/mask/mask-tiles.ts`; `fine` includes the soft edge. */
  tiles: bytesSchema,
  /** The object's edges for display. */
  outlines: z.array(outlineSchema).readonly(),
});
export type SelectedPixels = z.infer<typeof selectedPixelsSchema>;

const selectedObjectSchema = selectedPixelsSchema.extend({
  /** Method; `drawn` is the loop itself, because nothing else was found. */
  by: z.enum(['model', 'colours', 'drawn']),
  /** Number of candidates, and the index of this one. */
  readings: z.int().min(1),
  reading: z.int().nonnegative(),
  isUnsure: z.boolean(),
});
export type SelectedObject = z.infer<typeof selectedObjectSchema>;

const objectAtRequestSchema = z.strictObject({
  photoId: idSchema,
  point: pointSchema,
  within: rectSchema.optional(),
  reading: z.int().min(0).max(20).optional(),
  pass: z.enum(['coarse', 'fine']),
});
export type ObjectAtRequest = z.infer<typeof objectAtRequestSchema>;

const objectAtSchema = z.strictObject({
  outlines: z.array(outlineSchema).readonly(),
  readings: z.int().min(1),
  reading: z.int().nonnegative(),
});
export type ObjectAt = z.infer<typeof objectAtSchema>;

const objectInSightSchema = z.strictObject({
  outlines: z.array(outlineSchema).readonly(),
  /** Clicking here with this candidate selects the object. */
  point: z.strictObject({ x: z.number(), y: z.number() }),
  reading: z.int().nonnegative(),
});
export type ObjectInSight = z.infer<typeof objectInSightSchema>;

const personInPhotoSchema = selectedPixelsSchema.extend({
  face: rectSchema,
});
export type PersonInPhoto = z.infer<typeof personInPhotoSchema>;

const followedLineSchema = selectedPixelsSchema.extend({
  path: rowsOf({ x: z.number(), y: z.number(), width: z.number().positive() }),
});

const spotSchema = z.strictObject({
  bounds: rectSchema,
  /** Slightly outside its soft edge. */
  outline: outlineSchema,
  /** Contrast, 0 to 1. */
  strength: z.number().min(0).max(1),
});
export type Spot = z.infer<typeof spotSchema>;

const textLineSchema = z.strictObject({
  bounds: rectSchema,
  outline: outlineSchema,
});
export type TextLineFound = z.infer<typeof textLineSchema>;

/** 0: only strong spots; 100: every trace. */
export const spotSensitivitySchema = z.int().min(0).max(100);

const photoInput = z.strictObject({ photoId: idSchema });

export const selectionContract = {
  /** Call again when the view has moved far or a loop begins. */
  warm: takes({
    ...photoInput.shape,
    within: rectSchema.optional(),
    /** Also loads the object tool. */
    forObject: z.boolean(),
  }),
  /** Memory is freed after a while. */
  release: takes({}),
  /** A newer request replaces the running one. @throws `tool-unavailable`, `cancelled` */
  object: procedure.input(objectRequestSchema).output(selectedObjectSchema),
  /** A newer request replaces a waiting one. @throws `tool-unavailable` */
  objectAt: procedure.input(objectAtRequestSchema).output(objectAtSchema),
  /** Top to bottom. @throws `tool-unavailable` if the object model cannot run */
  objects: takes({ ...photoInput.shape, within: rectSchema.optional() }).output(
    z.array(objectInSightSchema).readonly(),
  ),
  /** Two seconds each. A newer request replaces it. @throws `tool-unavailable`, `cancelled` */
  people: takes({ ...photoInput.shape, withShadow: z.boolean() }).output(
    z.array(personInPhotoSchema).readonly(),
  ),
  /** Straight if there is no line. */
  line: takes({
    ...photoInput.shape,
    points: pointsSchema,
    /** Width of the line; measured if missing. */
    width: widthSchema.optional(),
  }).output(followedLineSchema),
  wand: takes({
    ...photoInput.shape,
    point: pointSchema,
    /** Largest difference of a colour channel, 0 to 255. */
    tolerance: z.int().min(0).max(255),
    isContiguous: z.boolean(),
  }).output(selectedPixelsSchema),
  /** Top to bottom. */
  spots: takes({ ...photoInput.shape, sensitivity: spotSensitivitySchema }).output(
    z.strictObject({
      spots: z.array(spotSchema).readonly(),
      /** There are more than fit in the list, which has the strongest. */
      isCut: z.boolean(),
    }),
  ),
  /** `coarse` finds large letters, `fine` also small ones. @throws `tool-unavailable` */
  text: takes({ ...photoInput.shape, pass: z.enum(['coarse', 'fine']) }).output(
    z.strictObject({
      lines: z.array(textLineSchema).readonly(),
      /** The fine pass would find nothing more. */
      isWhole: z.boolean(),
    }),
  ),
};
