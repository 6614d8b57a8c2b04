/** The form of Faces as it is kept: the two pictures, their crops, and the faces that were used before. */
import { z } from 'zod';
import { RESPONSE_IMAGE_TYPES } from '../api/images.ts';
import { idSchema, rectSchema } from './common.ts';

/** Most faces and pictures of one matrix, and most of its cells. */
export const MATRIX = { side: 24, cells: 100 } as const;

/** Faces that are offered again. */
export const MOST_USED_FACES = 60;

/** One of the two pictures, with the part of it that is sent. */
export const facePartSchema = z.strictObject({
  photoId: idSchema,
  /** Photo space; `null` = the whole picture. */
  rect: rectSchema.nullable(),
  /** Width of a plain border around it, as a share of its longer side. */
  border: z.number().min(0).max(1),
  /** Made smaller where the service takes no more. */
  isReduced: z.boolean(),
});
export type FacePart = z.infer<typeof facePartSchema>;

const partsSchema = z.array(facePartSchema).max(MATRIX.side).readonly();

export const facesFormSchema = z.strictObject({
  face: facePartSchema.nullable(),
  picture: facePartSchema.nullable(),
  /** Further faces and pictures of a matrix. */
  moreFaces: partsSchema,
  morePictures: partsSchema,
  responseType: z.enum(RESPONSE_IMAGE_TYPES),
  /** The run that is shown. */
  jobId: idSchema.nullable(),
  /** Zoomed and panned together. */
  isLinked: z.boolean(),
  /** The sentence on consent was read. */
  isConsentRead: z.boolean(),
});
export type FacesForm = z.infer<typeof facesFormSchema>;

/** The latest first. */
export const usedFacesSchema = z.array(facePartSchema).max(MOST_USED_FACES).readonly();
