import type { DatabaseSync } from 'node:sqlite';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { blendSchema, type Blend } from '../../../../shared/contract/blend.ts';
import { createSql, storedJson } from '../../library/row-values.ts';

export type BlendStore = ReturnType<typeof createBlendStore>;

export function createBlendStore(database: DatabaseSync) {
  const sql = createSql(database);
  return {
    read({ jobId, output }: OutputReference): Blend | undefined {
      const row = sql.get`SELECT mix FROM mixes WHERE job_id = ${jobId} AND position = ${output}`;
      return storedJson(blendSchema, row?.['mix']);
    },
    /** Ignores a missing job. */
    save: ({ jobId, output }: OutputReference, blend: Blend): void =>
      void sql.run`INSERT INTO mixes (job_id, position, mix) SELECT id, ${output}, ${blend}
        FROM jobs WHERE id = ${jobId}
        ON CONFLICT (job_id, position) DO UPDATE SET mix = excluded.mix`,
  };
}
