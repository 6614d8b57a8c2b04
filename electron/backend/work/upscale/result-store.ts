import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { createSql, storedJson } from '../../library/row-values.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import {
  DEFAULT_UPSCALE_FINISH,
  upscaleFindingsSchema,
  upscaleFinishSchema,
  type UpscaleFindings,
  type UpscaleFinish,
} from '../../../../shared/contract/upscale.ts';

export type UpscaleResultStore = ReturnType<typeof createUpscaleResultStore>;

export function createUpscaleResultStore(database: DatabaseSync) {
  const sql = createSql(database);
  return {
    finish({ jobId, output }: OutputReference): UpscaleFinish {
      const stored = read(
        upscaleFinishSchema,
        sql.value`SELECT finish FROM upscale_results
          WHERE job_id = ${jobId} AND position = ${output}`,
      );
      return stored ?? DEFAULT_UPSCALE_FINISH;
    },
    setFinish: ({ jobId, output }: OutputReference, finish: UpscaleFinish): void =>
      void sql.upsert('upscale_results', { jobId, position: output }, { finish }),
    /** `undefined` until they were searched. */
    findings: ({ jobId, output }: OutputReference): UpscaleFindings | undefined =>
      read(
        upscaleFindingsSchema,
        sql.value`SELECT findings FROM upscale_results
          WHERE job_id = ${jobId} AND position = ${output}`,
      ),
    setFindings: ({ jobId, output }: OutputReference, findings: UpscaleFindings): void =>
      void sql.upsert('upscale_results', { jobId, position: output }, { findings }),
  };
}

/** An unreadable value counts as missing and is recreated. */
function read<Schema extends z.ZodType>(schema: Schema, text: unknown) {
  if (typeof text !== 'string') return undefined;
  return storedJson(schema, text.replace('"rim":', '"border":')); // as version 1.0.0 called it
}
