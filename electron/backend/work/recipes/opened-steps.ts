/** Remembers the copies of opened steps: opening the same one again returns its copy. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { createSql } from '../../library/row-values.ts';

export interface MadeOf {
  readonly photoId: string;
  /** Render keys of its results, lowest first. */
  readonly looks: readonly string[];
  readonly step: RecipeStep;
}

interface OpenedCopy {
  readonly photoId: string;
  readonly jobId?: string | undefined;
}

export type OpenedSteps = ReturnType<typeof createOpenedSteps>;

export function createOpenedSteps(database: DatabaseSync) {
  const sql = createSql(database);
  return {
    find(of: MadeOf): OpenedCopy | undefined {
      const row = sql.get`SELECT photo_id, job_id FROM opened_steps WHERE made_of = ${nameOf(of)}`;
      if (row === undefined) return undefined;
      const { job_id: jobId, photo_id: photoId } = row;
      return { photoId: String(photoId), ...(typeof jobId === 'string' ? { jobId } : {}) };
    },
    note: (of: MadeOf, { photoId, jobId }: OpenedCopy): void =>
      void sql.upsert('opened_steps', { madeOf: nameOf(of) }, { photoId, jobId }),
  };
}

function nameOf({ photoId, looks, step }: MadeOf): string {
  return createHash('sha256')
    .update(JSON.stringify([photoId, looks, step]))
    .digest('hex');
}
