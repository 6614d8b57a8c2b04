/**
 * Selecting parts of a photo, locally and for free. Everything is in photo space: pixels of the photo,
 * turned as it is shown, with the results that lie on it.
 */
import { z } from 'zod';
import { SELECTION_LIMITS } from '../selection/selection-limits.ts';
import { bytesSchema, idSchema, procedure, rectSchema } from './common.ts';

const coordinate = z.number().min(-200_000).max(200_000);
const pointSchema = z.strictObject({ x: coordinate, y: coordinate });
const pointsSchema = z.array(pointSchema).min(1).max(SELECTION_LIMITS.points).readonly();
const widthSchema = z.number().positive().max(20_000);

/** The order for an object's outline. */
export const objectRequestSchema = z.strictObject({
  photoId: idSchema,
  /** A loop lies loosely around the object and is closed by itself; a scribble lies on it. */
  gesture: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('loop'), points: pointsSchema }),
    z.strictObject({ kind: z.literal('scribble'), points: pointsSchema, width: widthSchema }),
  ]),
  /** Later strokes, in their order. */
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
  /** `coarse` comes at once; `fine` follows the edge at full resolution. */
  pass: z.enum(['coarse', 'fine']),
  /** The part of the photo in sight, which answers clicks; missing = all of it. */
  within: rectSchema.optional(),
  /** Which of the readings, by size: a part, the thing, a group. Missing = the most likely one. */
  reading: z.int().min(0).max(20).optional(),
});
export type ObjectRequest = z.infer<typeof objectRequestSchema>;

/** A closed line around selected pixels, or around a hole in them: x and y by turns. */
const outlineSchema = z.array(z.number()).readonly();

/** Selected pixels. */
export const selectedPixelsSchema = z.strictObject({
  /** Around all of them; empty when nothing was found. */
  bounds: rectSchema,
  /** Number of them. */
  pixels: z.int().nonnegative(),
  /** The pixels in the wire form of `shared/mask/mask-tiles.ts`; a fine outline's reach over the thing's soft rim. */
  tiles: bytesSchema,
  /** The thing's own edges, for showing it. */
  outlines: z.array(outlineSchema).readonly(),
});
export type SelectedPixels = z.infer<typeof selectedPixelsSchema>;

/** An object, and how sure it is. */
export const selectedObjectSchema = selectedPixelsSchema.extend({
  /** What found the outline; `drawn`: the loop itself, since nothing else was found. */
  by: z.enum(['model', 'colours', 'drawn']),
  /** How many readings there are, and which one this is. */
  readings: z.int().min(1),
  reading: z.int().nonnegative(),
  isUnsure: z.boolean(),
});
export type SelectedObject = z.infer<typeof selectedObjectSchema>;

export const objectAtRequestSchema = z.strictObject({
  photoId: idSchema,
  point: pointSchema,
  within: rectSchema.optional(),
  reading: z.int().min(0).max(20).optional(),
  /** `coarse`: as the model sees it, for a fill; `fine`: its edge at full resolution, for an outline. */
  pass: z.enum(['coarse', 'fine']),
});
export type ObjectAtRequest = z.infer<typeof objectAtRequestSchema>;

/** The object under the pointer. */
export const objectAtSchema = z.strictObject({
  outlines: z.array(outlineSchema).readonly(),
  readings: z.int().min(1),
  reading: z.int().nonnegative(),
});
export type ObjectAt = z.infer<typeof objectAtSchema>;

/** One of the objects in sight. */
export const objectInSightSchema = z.strictObject({
  outlines: z.array(outlineSchema).readonly(),
  /** A click here with this reading takes it. */
  point: z.strictObject({ x: z.number(), y: z.number() }),
  reading: z.int().nonnegative(),
});
export type ObjectInSight = z.infer<typeof objectInSightSchema>;

/** A person, found by its face. */
export const personInPhotoSchema = selectedPixelsSchema.extend({
  /** From the brows to the chin. */
  face: rectSchema,
});
export type PersonInPhoto = z.infer<typeof personInPhotoSchema>;

/** The line between clicked points. */
export const followedLineSchema = selectedPixelsSchema.extend({
  path: z
    .array(z.strictObject({ x: z.number(), y: z.number(), width: z.number().positive() }))
    .readonly(),
});

/** A spot of dust. */
export const spotSchema = z.strictObject({
  bounds: rectSchema,
  /** Around it, a little beyond its soft edge. */
  outline: outlineSchema,
  /** How much it stands out: 0 to 1. */
  strength: z.number().min(0).max(1),
});
export type Spot = z.infer<typeof spotSchema>;

/** A line of printed text. */
export const textLineSchema = z.strictObject({
  bounds: rectSchema,
  /** Around its letters. */
  outline: outlineSchema,
});
export type TextLineFound = z.infer<typeof textLineSchema>;

/** How faint a spot may be: 0 = only strong ones, 100 = every trace. */
export const spotSensitivitySchema = z.int().min(0).max(100);

const photoInput = z.strictObject({ photoId: idSchema });

export const selectionContract = {
  /**
   * A tool is in hand: reads the photo's pixels ahead of the first order. Call it again when the view
   * has moved far, or when a loop begins.
   */
  warm: procedure.input(
    photoInput.extend({
      /** The part of the photo in sight. */
      within: rectSchema.optional(),
      /** Loads the object tool, too. */
      forObject: z.boolean(),
    }),
  ),
  /** No tool is in hand: the memory is free again after a while. */
  release: procedure.input(z.strictObject({})),
  /**
   * The object in a loop, below a scribble or at a click. A newer order takes the place of the one under way, which
   * fails with `cancelled`.
   *
   * @throws `tool-unavailable` when the object tool cannot be loaded or has ended in the middle
   */
  object: procedure.input(objectRequestSchema).output(selectedObjectSchema),
  /**
   * The object under the pointer, which a click there would take. A newer order takes the place of one that
   * waits; the fine pass is that of an order for `object`, and gives way to one.
   *
   * @throws `tool-unavailable` where the model of objects does not run
   */
  objectAt: procedure.input(objectAtRequestSchema).output(objectAtSchema),
  /**
   * The objects that are found in the part in sight, from the top to the bottom.
   *
   * @throws `tool-unavailable` where the model of objects does not run
   */
  objects: procedure
    .input(photoInput.extend({ within: rectSchema.optional() }))
    .output(z.array(objectInSightSchema).readonly()),
  /**
   * The people in the photo, from left to right, each with its fine outline; about two seconds a person. A newer
   * order takes the place of the one under way, which fails with `cancelled`.
   *
   * @throws `tool-unavailable` where the models do not run
   */
  people: procedure
    .input(photoInput.extend({ withShadow: z.boolean() }))
    .output(z.array(personInPhotoSchema).readonly()),
  /** The line between points, as wide as it is; straight where there is none. */
  line: procedure
    .input(
      photoInput.extend({
        points: pointsSchema,
        /** The width of the line; without it, it is measured. */
        width: widthSchema.optional(),
      }),
    )
    .output(followedLineSchema),
  /** Pixels of the colour of a point. */
  wand: procedure
    .input(
      photoInput.extend({
        point: pointSchema,
        /** Largest difference of a colour number, 0 to 255. */
        tolerance: z.int().min(0).max(255),
        isContiguous: z.boolean(),
      }),
    )
    .output(selectedPixelsSchema),
  /** Dust and sensor spots, from the top to the bottom. */
  spots: procedure.input(photoInput.extend({ sensitivity: spotSensitivitySchema })).output(
    z.strictObject({
      spots: z.array(spotSchema).readonly(),
      /** There are more than the list can hold: the strongest are in it. */
      isCut: z.boolean(),
    }),
  ),
  /**
   * Lines of text: large letters within a second or two (`coarse`), small ones of a large photo later
   * (`fine`), which has them all.
   *
   * @throws `tool-unavailable` where the model cannot run
   */
  text: procedure.input(photoInput.extend({ pass: z.enum(['coarse', 'fine']) })).output(
    z.strictObject({
      lines: z.array(textLineSchema).readonly(),
      /** Nothing is left for the fine pass. */
      isWhole: z.boolean(),
    }),
  ),
};
