import type { DatabaseSync } from 'node:sqlite';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { mixSchema, type Mix } from '../../../../shared/contract/mix.ts';
import { storedJson } from '../../library/row-values.ts';

export type MixStore = ReturnType<typeof createMixStore>;

export function createMixStore(database: DatabaseSync) {
  const select = database.prepare('SELECT mix FROM mixes WHERE job_id = ? AND position = ?');
  const put = database.prepare(
    `INSERT INTO mixes (job_id, position, mix) SELECT id, ?2, ?3 FROM jobs WHERE id = ?1
       ON CONFLICT (job_id, position) DO UPDATE SET mix = excluded.mix`,
  );
  return {
    /** `undefined` for an unchanged result. */
    read({ jobId, output }: OutputReference): Mix | undefined {
      const row = select.get(jobId, output);
      return storedJson(mixSchema, row?.['mix']);
    },
    /** Ignores a missing job. */
    save: ({ jobId, output }: OutputReference, mix: Mix): void =>
      void put.run(jobId, output, JSON.stringify(mix)),
  };
}
