/** Reads and writes recipe files, which are untrusted and parsed in a thread. */
import { z } from 'zod';
import {
  MOST_RECIPE_BYTES,
  MOST_RECIPE_NAME,
  recipeStepsSchema,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { plainNameSchema } from '../../../../shared/contract/common.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { decodeMaskTiles, MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { measured } from '../../service/common/reading/json-entries.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import type { KeptMask } from './recipe-store.ts';

const MOST_SIDE = 65_535;

/** A recipe of twenty steps with fifty points each has some 4,000 values on eight levels. */
const JSON_LIMITS = { values: 20_000, levels: 20 } as const;

const base64Schema = z.string().max(MOST_RECIPE_BYTES);
const side = z.int().min(1).max(MOST_SIDE);

const recipeFileSchema = z.strictObject({
  format: z.literal('gesso-recipe'),
  version: z.literal(1),
  name: plainNameSchema.min(1).max(MOST_RECIPE_NAME),
  steps: recipeStepsSchema,
  masks: z.record(
    z.string().max(64),
    z.strictObject({ width: side, height: side, tiles: base64Schema }),
  ),
  faces: z.record(z.string().max(64), z.strictObject({ picture: base64Schema })),
});

interface PortableRecipe {
  readonly name: string;
  readonly steps: readonly RecipeStep[];
  readonly masks: ReadonlyMap<string, KeptMask>;
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

/** Transfers the source's bytes. @throws AppError `unsupported-file`, `too-large`, `cancelled` */
export async function readRecipe(
  thread: ReadingThread,
  source: ReadingSource,
  signal: AbortSignal,
): Promise<PortableRecipe> {
  const reading = thread.read<never, PortableRecipe>('recipe', source, signal);
  return (await reading.next()).value;
}

/** Blocks; run it in a thread. */
export function recipeParts(bytes: Uint8Array): Iterator<never, PortableRecipe, void> {
  return { next: () => ({ done: true, value: decodeRecipe(bytes) }) };
}

function decodeRecipe(bytes: Uint8Array): PortableRecipe {
  const { name, steps, masks, faces } = parsed(bytes);
  // SECURITY: S49 nothing beyond what steps can reference is decoded
  if (Object.keys(masks).length + Object.keys(faces).length > steps.length) throw noRecipe();
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

export function idsOf(step: RecipeStep): {
  readonly maskId?: string | undefined;
  readonly faceId?: string | undefined;
} {
  if (step.kind === 'merge-face') return { faceId: step.faceId };
  if (step.kind === 'clean-up' && step.mask.from === 'kept') return { maskId: step.mask.maskId };
  return {};
}

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
  // SECURITY: S49 depth and number are checked before a value is built
  const { levels, values } = measured(bytes, { from: 0, to: bytes.byteLength }, JSON_LIMITS.values);
  if (levels > JSON_LIMITS.levels || values > JSON_LIMITS.values) throw noRecipe();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return recipeFileSchema.parse(JSON.parse(text));
  } catch {
    throw noRecipe();
  }
}

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
  const most = Math.ceil(width / MASK_TILE.side) * Math.ceil(height / MASK_TILE.side);
  try {
    const isInside = decodeMaskTiles(bytes, most).every(
      ({ column, row }) => column * MASK_TILE.side < width && row * MASK_TILE.side < height,
    );
    if (isInside) return { bytes, size: { width, height } };
  } catch {}
  throw noRecipe();
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

function noRecipe(): AppError {
  return new AppError(
    'unsupported-file',
    'This file is not a recipe of Gesso, or is damaged. Select another file.',
    { action: 'choose-other-file' },
  );
}
