import type { DatabaseSync } from 'node:sqlite';
import type { OutputReference } from '../../../shared/contract/jobs.ts';
import { mixSchema, type Mix } from '../../../shared/contract/mix.ts';
import { storedJson } from '../library/unreadable.ts';

export interface MixStore {
  /** `undefined` for an unchanged result. */
  read(output: OutputReference): Mix | undefined;
  /** Ignores a missing job. */
  save(output: OutputReference, mix: Mix): void;
}

export function createMixStore(database: DatabaseSync): MixStore {
  const select = database.prepare('SELECT mix FROM mixes WHERE job_id = ? AND position = ?');
  const put = database.prepare(
    `INSERT INTO mixes (job_id, position, mix) SELECT id, ?2, ?3 FROM jobs WHERE id = ?1
       ON CONFLICT (job_id, position) DO UPDATE SET mix = excluded.mix`,
  );
  return {
    read({ jobId, output }) {
      const row = select.get(jobId, output);
      return storedJson(mixSchema, row?.['mix']);
    },
    save: ({ jobId, output }, mix) => void put.run(jobId, output, JSON.stringify(mix)),
  };
}
