/** A recipe as a file: JSON with its masks and faces inside. Read as what it is: a file from outside. */
import { z } from 'zod';
import {
  MOST_RECIPE_BYTES,
  MOST_RECIPE_NAME,
  recipeStepsSchema,
  type RecipeStep,
} from '../../../shared/contract/recipes.ts';
import { plainNameSchema } from '../../../shared/contract/common.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { decodeMaskTiles, MASK_TILE } from '../../../shared/mask/mask-tiles.ts';
import type { KeptMask } from './recipe-store.ts';

/** Largest side of a mask, pixels. */
const MOST_SIDE = 65_535;

const base64Schema = z.string().max(MOST_RECIPE_BYTES);
const side = z.int().min(1).max(MOST_SIDE);

const recipeFileSchema = z.strictObject({
  format: z.literal('gesso-recipe'),
  version: z.literal(1),
  name: plainNameSchema.min(1).max(MOST_RECIPE_NAME),
  steps: recipeStepsSchema,
  /** By the ids that the steps name. */
  masks: z.record(
    z.string().max(64),
    z.strictObject({ width: side, height: side, tiles: base64Schema }),
  ),
  faces: z.record(z.string().max(64), z.strictObject({ picture: base64Schema })),
});

/** A recipe with everything that its steps name. */
export interface PortableRecipe {
  readonly name: string;
  readonly steps: readonly RecipeStep[];
  readonly masks: ReadonlyMap<string, KeptMask>;
  /** The files of pictures. */
  readonly faces: ReadonlyMap<string, Uint8Array>;
}

export function encodeRecipe({ name, steps, masks, faces }: PortableRecipe): string {
  const file: z.input<typeof recipeFileSchema> = {
    format: 'gesso-recipe',
    version: 1,
    name,
    steps: [...steps],
    masks: Object.fromEntries(
      [...masks].map(([id, { bytes, size }]) => [id, { ...size, tiles: toBase64(bytes) }]),
    ),
    faces: Object.fromEntries([...faces].map(([id, bytes]) => [id, { picture: toBase64(bytes) }])),
  };
  return JSON.stringify(file, null, 1);
}

/** @throws AppError `unsupported-file` for anything that is no recipe, or names what is not in it */
export function decodeRecipe(bytes: Uint8Array): PortableRecipe {
  const { name, steps, masks, faces } = parsed(bytes);
  const recipe = {
    name,
    steps,
    masks: new Map(Object.entries(masks).map(([id, mask]) => [id, maskOf(mask)])),
    faces: new Map(Object.entries(faces).map(([id, { picture }]) => [id, fromBase64(picture)])),
  };
  for (const step of steps) {
    const { maskId, faceId } = idsOf(step);
    if (maskId !== undefined && !recipe.masks.has(maskId)) throw noRecipe();
    if (faceId !== undefined && !recipe.faces.has(faceId)) throw noRecipe();
  }
  return recipe;
}

/** The mask and the face that a step names. */
export function idsOf(step: RecipeStep): {
  readonly maskId?: string | undefined;
  readonly faceId?: string | undefined;
} {
  if (step.kind === 'merge-face') return { faceId: step.faceId };
  if (step.kind === 'clean-up' && step.mask.from === 'kept') return { maskId: step.mask.maskId };
  return {};
}

/** The step with other ids. */
export function withIds(
  step: RecipeStep,
  masks: ReadonlyMap<string, string>,
  faces: ReadonlyMap<string, string>,
): RecipeStep {
  if (step.kind === 'merge-face') {
    return { ...step, faceId: faces.get(step.faceId) ?? step.faceId };
  }
  if (step.kind === 'clean-up' && step.mask.from === 'kept') {
    const { maskId } = step.mask;
    return { ...step, mask: { ...step.mask, maskId: masks.get(maskId) ?? maskId } };
  }
  return step;
}

function parsed(bytes: Uint8Array): z.output<typeof recipeFileSchema> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return recipeFileSchema.parse(JSON.parse(text));
  } catch {
    throw noRecipe();
  }
}

/** Every tile lies in the mask's picture and has its full length. */
function maskOf({
  width,
  height,
  tiles,
}: {
  readonly width: number;
  readonly height: number;
  readonly tiles: string;
}): KeptMask {
  const bytes = fromBase64(tiles);
  try {
    const isInside = decodeMaskTiles(bytes).every(
      ({ column, row }) => column * MASK_TILE.side < width && row * MASK_TILE.side < height,
    );
    if (isInside) return { bytes, size: { width, height } };
  } catch {
    // no mask
  }
  throw noRecipe();
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

function noRecipe(): AppError {
  return new AppError({
    kind: 'unsupported-file',
    message: 'This file is not a recipe of Gesso, or is damaged. Select another file.',
    action: 'choose-other-file',
  });
}
