import type { DatabaseSync } from 'node:sqlite';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { blendSchema, type Blend } from '../../../../shared/contract/blend.ts';
import { storedJson } from '../../library/row-values.ts';

export type BlendStore = ReturnType<typeof createBlendStore>;

export function createBlendStore(database: DatabaseSync) {
  const select = database.prepare('SELECT mix FROM mixes WHERE job_id = ? AND position = ?');
  const put = database.prepare(
    `INSERT INTO mixes (job_id, position, mix) SELECT id, ?2, ?3 FROM jobs WHERE id = ?1
       ON CONFLICT (job_id, position) DO UPDATE SET mix = excluded.mix`,
  );
  return {
    read({ jobId, output }: OutputReference): Blend | undefined {
      const row = select.get(jobId, output);
      return storedJson(blendSchema, row?.['mix']);
    },
    /** Ignores a missing job. */
    save: ({ jobId, output }: OutputReference, blend: Blend): void =>
      void put.run(jobId, output, JSON.stringify(blend)),
  };
}
