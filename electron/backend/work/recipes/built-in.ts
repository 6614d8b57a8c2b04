import type { Recipe, RecipeStep } from '../../../../shared/contract/recipes.ts';

const WEBP: RecipeStep = {
  kind: 'save',
  format: 'webp',
  quality: 85,
  lossless: false,
  exif: 'none',
  namePattern: '{name}',
  when: 'at-once',
};

const ACCEPTED: RecipeStep = {
  kind: 'save',
  format: 'source',
  quality: 92,
  lossless: false,
  exif: 'without-place',
  namePattern: '{name}_cleanup',
  when: 'accepted',
};

function builtIn(id: string, name: string, steps: readonly RecipeStep[]): Recipe {
  return { id: `gesso:${id}`, name, steps, createdAt: 0, changedAt: 0, isBuiltIn: true };
}

/** In display order. */
export const BUILT_IN_RECIPES: readonly Recipe[] = [
  builtIn('remove-text', 'Remove text and save', [
    { kind: 'remove-text', detail: 'full', where: 'found' },
    ACCEPTED,
  ]),
  builtIn('web', 'Ready for the web', [
    {
      kind: 'crop',
      turn: 0,
      mirror: false,
      fit: { width: 2048, height: 2048, enlarge: false },
    },
    WEBP,
  ]),
  builtIn('enlarge', 'Enlarge small pictures', [
    {
      kind: 'upscale',
      parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
      only: { if: 'smaller', side: 2048 },
    },
    { ...ACCEPTED, namePattern: '{name}_{width}x{height}' },
  ]),
  builtIn('dust', 'Clean up dust and spots', [
    {
      kind: 'clean-up',
      mask: { from: 'spots', sensitivity: 50 },
      margin: 4,
      matchColors: true,
    },
    ACCEPTED,
  ]),
  builtIn('square', 'Square shop pictures', [
    { kind: 'remove-text', detail: 'full', where: 'found' },
    {
      kind: 'crop',
      turn: 0,
      mirror: false,
      cut: { by: 'shape', width: 1, height: 1, anchor: 'center' },
      fit: { width: 1600, height: 1600, enlarge: false },
    },
    WEBP,
  ]),
];
