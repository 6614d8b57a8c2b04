import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  recipeStepsSchema,
  type Recipe,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { type AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { decodeMaskTiles, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createSql, storedJson } from '../../library/row-values.ts';

export interface KeptMask {
  /** Wire format of `shared/mask/mask-tiles.ts`. */
  readonly bytes: Uint8Array;
  readonly size: Size;
}

export type RecipeStore = ReturnType<typeof createRecipeStore>;

export function createRecipeStore(database: DatabaseSync) {
  const sql = createSql(database);

  function mask(id: string): KeptMask {
    const row = sql.get`SELECT * FROM recipe_masks WHERE id = ${id}`;
    if (row === undefined) throw gone('mask');
    const size = { width: Number(row['width']), height: Number(row['height']) };
    return { bytes: row['tiles'] as Uint8Array, size };
  }

  function face(id: string): string {
    const row = sql.get`SELECT photo_id FROM recipe_faces WHERE id = ${id}`;
    if (row === undefined) throw gone('face');
    return String(row['photo_id']);
  }

  return {
    list: (): readonly Recipe[] =>
      sql.all`SELECT * FROM recipes WHERE removed_at IS NULL
        ORDER BY name COLLATE NOCASE, created_at`.flatMap((row) => toRecipe(row) ?? []),
    get(id: string): Recipe | undefined {
      const row = sql.get`SELECT * FROM recipes WHERE id = ${id}`;
      return row === undefined ? undefined : toRecipe(row);
    },
    add({ name, steps }: Pick<Recipe, 'name' | 'steps'>): string {
      const id = randomUUID();
      const now = Date.now();
      sql.insert('recipes', { id, name, steps, createdAt: now, changedAt: now });
      return id;
    },
    change: (id: string, { name, steps }: Pick<Recipe, 'name' | 'steps'>): boolean =>
      sql.run`UPDATE recipes SET name = ${name}, steps = ${steps}, changed_at = ${Date.now()}
        WHERE id = ${id} AND removed_at IS NULL`.changes > 0,
    setRemoved: (id: string, isRemoved: boolean): boolean =>
      sql.run`UPDATE recipes SET removed_at = ${isRemoved ? Date.now() : null} WHERE id = ${id}
          AND (removed_at IS NULL) = ${isRemoved}`.changes > 0,
    /** Permanently deletes removed ones. */
    purge: (): void => void sql.run`DELETE FROM recipes WHERE removed_at IS NOT NULL`,
    keepMask({ bytes, size: { width, height } }: KeptMask): string {
      const id = createHash('sha256').update(`${width}x${height} `).update(bytes).digest('hex');
      sql.run`INSERT INTO recipe_masks (id, tiles, width, height)
        VALUES (${id}, ${bytes}, ${width}, ${height}) ON CONFLICT DO NOTHING`;
      return id;
    },
    mask,
    maskTiles(id: string): { readonly tiles: readonly PackedMaskTile[]; readonly size: Size } {
      const { bytes, size } = mask(id);
      return { tiles: decodeMaskTiles(bytes), size };
    },
    /** Call in the transaction that makes the photo. @returns its id */
    keepFace(photoId: string): string {
      const id = randomUUID();
      sql.run`INSERT INTO recipe_faces (id, photo_id) VALUES (${id}, ${photoId})`;
      return id;
    },
    face,
    /** Deletes the face of an unsaved recipe. @returns the photo with the face */
    forgetFace(id: string): string {
      const photoId = face(id);
      sql.run`DELETE FROM recipe_faces WHERE id = ${id}`;
      return photoId;
    },
  };
}

/** Returns `undefined` for the steps of an incompatible version. */
export function stepsOf(text: unknown): readonly RecipeStep[] | undefined {
  return storedJson(recipeStepsSchema, text);
}

function toRecipe(row: Record<string, unknown>): Recipe | undefined {
  const steps = stepsOf(row['steps']);
  if (steps === undefined) return undefined;
  return {
    id: String(row['id']),
    name: String(row['name']),
    steps,
    createdAt: Number(row['created_at']),
    changedAt: Number(row['changed_at']),
    isBuiltIn: false,
  };
}

function gone(what: string): AppError {
  return notFound(
    `The ${what} of a step is no longer in the library. Select another one for this step.`,
  );
}
