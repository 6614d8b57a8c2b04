import { readFile, writeFile } from 'node:fs/promises';
import type { PictureReference } from '../../../../shared/contract/job-requests.ts';
import {
  MOST_RECIPE_NAME,
  type Recipe,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import {
  AppError,
  cancelled,
  invalidInput,
  notFound,
} from '../../../../shared/errors/app-error.ts';
import { titleStem } from '../../../../shared/export/file-names.ts';
import { firstCharacters } from '../../../../shared/first-characters.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { os } from '../../service/common/procedures.ts';
import { toSummary } from '../../library/photo-rows.ts';
import type { Uploads } from '../../library/uploads.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { Changes } from '../../service/common/changes.ts';
import type { ReadingSource } from '../../service/common/reading/messages.ts';
import type { ReadingThread } from '../../service/common/reading/read-in-thread.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { MaskStore } from '../../library/mask-store.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { encodeMade, pixelsWith } from './made-picture.ts';
import { encodeRecipe, idsOf, readRecipe, withIds } from './recipe-file.ts';
import type { KeptMask, RecipeStore } from './recipe-store.ts';
import { once } from '../../service/common/once.ts';

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
const BUILT_IN_RECIPES: readonly Recipe[] = [
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

export type Recipes = ReturnType<typeof createRecipes>;

export function createRecipes(deps: {
  readonly store: RecipeStore;
  readonly photos: PhotoStore;
  readonly patches: Pick<PatchStore, 'applied'>;
  readonly masks: Pick<MaskStore, 'read'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly readingThread: ReadingThread;
  readonly uploads: Pick<Uploads, 'during'>;
  readonly changes: Pick<Changes, 'publish'>;
}) {
  const { store, photos, patches } = deps;

  function list(): readonly Recipe[] {
    return [...store.list(), ...BUILT_IN_RECIPES];
  }

  function mustGet(recipeId: string): Recipe {
    const builtIn = BUILT_IN_RECIPES.find(({ id }) => id === recipeId);
    const recipe = builtIn ?? store.get(recipeId);
    if (recipe === undefined) throw gone();
    return recipe;
  }

  function changed(recipeId: string): { readonly recipeId: string } {
    deps.changes.publish('recipes', recipeId);
    return { recipeId };
  }

  function requireKept(steps: readonly RecipeStep[]): void {
    for (const step of steps) {
      const { maskId, faceId } = idsOf(step);
      if (maskId !== undefined) store.mask(maskId);
      if (faceId !== undefined) store.face(faceId);
    }
  }

  async function keepFaceOf(bytes: AsyncIterable<Uint8Array>, name: string): Promise<string> {
    let faceId = '';
    const { id } = await photos.importOwn(bytes, name, (photoId) => {
      faceId = store.keepFace(photoId);
    });
    try {
      await photos.ensureThumbnail(id);
    } catch (error) {
      forgetFace(faceId);
      throw error;
    }
    return faceId;
  }

  function forgetFace(faceId: string): void {
    photos.free(store.forgetFace(faceId));
  }

  async function keepFace({ photoId, rect, isOriginal }: PictureReference): Promise<string> {
    const source = photos.source(photoId);
    const shown = isOriginal === true ? [] : patches.applied(photoId);
    const picture = await pixelsWith(source, shown);
    const bytes = await encodeMade(source, picture, (whole) => {
      if (rect === undefined) return whole;
      const { x: left, y: top, ...size } = rect;
      return whole.extract({ left, top, ...size });
    });
    return await keepFaceOf(once(bytes), photos.row(photoId).name);
  }

  /** @param signal cancels without storing anything */
  async function importFile(
    source: ReadingSource,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ readonly recipeId: string }> {
    const { name, steps, ...named } = await readRecipe(deps.readingThread, source, signal);
    const masks = new Map<string, string>();
    const faces = new Map<string, string>();
    try {
      for (const [id, picture] of named.faces) {
        faces.set(id, await keepFaceOf(once(picture), `${name} face`));
        if (signal.aborted) throw cancelled();
      }
    } catch (error) {
      for (const faceId of faces.values()) forgetFace(faceId);
      throw error;
    }
    for (const [id, mask] of named.masks) masks.set(id, store.keepMask(mask));
    return changed(store.add({ name, steps: steps.map((step) => withIds(step, masks, faces)) }));
  }

  const procedures = {
    list: os.recipes.list.handler(list),
    save: os.recipes.save.handler(({ input: { recipeId, ...recipe } }) => {
      requireKept(recipe.steps);
      if (recipeId === undefined) return changed(store.add(recipe));
      if (BUILT_IN_RECIPES.some(({ id }) => id === recipeId)) throw isBuiltIn();
      if (!store.change(recipeId, recipe)) throw gone();
      return changed(recipeId);
    }),
    remove: os.recipes.remove.handler(({ input: { recipeId } }) => {
      if (BUILT_IN_RECIPES.some(({ id }) => id === recipeId)) throw isBuiltIn();
      if (!store.setRemoved(recipeId, true)) throw gone();
      changed(recipeId);
    }),
    restore: os.recipes.restore.handler(({ input }) => {
      if (!store.setRemoved(input.recipeId, false)) throw gone();
      changed(input.recipeId);
    }),
    duplicate: os.recipes.duplicate.handler(({ input }) => {
      const { name, steps } = mustGet(input.recipeId);
      return changed(store.add({ name: copyName(name, list()), steps }));
    }),
    exportFile: os.recipes.exportFile.handler(async ({ input }) => {
      const { name, steps } = mustGet(input.recipeId);
      const masks = new Map<string, KeptMask>();
      const faces = new Map<string, Uint8Array>();
      for (const step of steps) {
        const { maskId, faceId } = idsOf(step);
        if (maskId !== undefined) masks.set(maskId, store.mask(maskId));
        if (faceId !== undefined) {
          const { originalFileId } = photos.row(store.face(faceId));
          faces.set(faceId, await readFile(deps.files.get(originalFileId).path));
        }
      }
      const text = encodeRecipe({ name, steps, masks, faces });
      return await saveByHost(deps.ports, {
        suggestedName: `${titleStem(name)}.gesso-recipe.json`,
        mediaType: 'application/json',
        write: (path) => writeFile(path, text, { flag: 'wx', flush: true }),
      });
    }),
    importFile: os.recipes.importFile.handler(({ input, signal }) =>
      deps.uploads.during(input.file, (source) => importFile(source, signal)),
    ),
    keepMask: os.recipes.keepMask.handler(({ input: { photoId } }) => {
      const { name, width, height } = photos.row(photoId);
      const tiles = deps.masks.read(photoId).filter(({ bits }) => bits !== undefined);
      if (tiles.length === 0) {
        throw new AppError(
          'empty-mask',
          `Nothing is painted on “${name}” yet. Paint a mask for this step.`,
        );
      }
      const bytes = encodeMaskTiles(tiles);
      return { maskId: store.keepMask({ bytes, size: { width, height } }) };
    }),
    mask: os.recipes.mask.handler(({ input }) => {
      const { bytes, size } = store.mask(input.maskId);
      return { ...size, tiles: new Blob([new Uint8Array(bytes)]) };
    }),
    keepFace: os.recipes.keepFace.handler(async ({ input }) => ({
      faceId: await keepFace(input),
    })),
    face: os.recipes.face.handler(({ input }) => {
      const { id, thumbnailUrl } = toSummary(photos.row(store.face(input.faceId)));
      return { photoId: id, thumbnailUrl };
    }),
  };

  return { procedures, list, keepFace };
}

function copyName(name: string, recipes: readonly Recipe[]): string {
  const taken = new Set(recipes.map(({ name: of }) => of));
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ' copy' : ` copy ${number}`;
    const copy = `${firstCharacters(name, MOST_RECIPE_NAME - suffix.length)}${suffix}`;
    if (!taken.has(copy)) return copy;
  }
}

function gone(): AppError {
  return notFound('This recipe is no longer in the list.');
}

function isBuiltIn(): AppError {
  return invalidInput('This recipe comes with Gesso. Duplicate it to change it.');
}
