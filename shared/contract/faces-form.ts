/** Stored form of Faces: both pictures, their crops, and recently used faces. */
import { z } from 'zod';
import { IMAGE_PARAMETERS } from '../parameters/image-parameters.ts';
import { formShape } from '../parameters/parameter-schemas.ts';
import { idSchema, rectSchema } from './common.ts';
import { initialForm } from '../parameters/parameter-table.ts';

export const MATRIX = { side: 24, cells: 100 } as const;

export const MOST_USED_FACES = 60;

const facePartSchema = z.strictObject({
  photoId: idSchema,
  /** Photo space; `null`: the whole picture. */
  rect: rectSchema.nullable(),
  /** Width of a plain border, as a fraction of the longer side. */
  border: z.number().min(0).max(1),
  isReduced: z.boolean(),
});
export type FacePart = z.infer<typeof facePartSchema>;

const partsSchema = z.array(facePartSchema).max(MATRIX.side).readonly();

export const facesFormSchema = z.strictObject({
  face: facePartSchema.nullable(),
  picture: facePartSchema.nullable(),
  moreFaces: partsSchema,
  morePictures: partsSchema,
  ...formShape(IMAGE_PARAMETERS),
  jobId: idSchema.nullable(),
  /** Both pictures zoom and pan together. */
  isLinked: z.boolean(),
  /** The user has dismissed the note on consent. */
  isConsentRead: z.boolean(),
});
export type FacesForm = z.infer<typeof facesFormSchema>;

/** Most recent first. */
export const usedFacesSchema = z.array(facePartSchema).max(MOST_USED_FACES).readonly();

export const DEFAULT_FACES_FORM: FacesForm = {
  face: null,
  picture: null,
  moreFaces: [],
  morePictures: [],
  ...initialForm(IMAGE_PARAMETERS),
  jobId: null,
  isLinked: false,
  isConsentRead: false,
};
