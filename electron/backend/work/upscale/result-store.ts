import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { storedJson } from '../../library/row-values.ts';
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
  const row = database.prepare(
    'SELECT finish, findings FROM upscale_results WHERE job_id = ? AND position = ?',
  );
  const putFinish = database.prepare(
    `INSERT INTO upscale_results (job_id, position, finish) VALUES (?, ?, ?)
     ON CONFLICT (job_id, position) DO UPDATE SET finish = excluded.finish`,
  );
  const putFindings = database.prepare(
    `INSERT INTO upscale_results (job_id, position, findings) VALUES (?, ?, ?)
     ON CONFLICT (job_id, position) DO UPDATE SET findings = excluded.findings`,
  );
  return {
    finish({ jobId, output }: OutputReference): UpscaleFinish {
      const stored = read(upscaleFinishSchema, row.get(jobId, output)?.['finish']);
      return stored ?? DEFAULT_UPSCALE_FINISH;
    },
    setFinish: ({ jobId, output }: OutputReference, finish: UpscaleFinish): void =>
      void putFinish.run(jobId, output, JSON.stringify(finish)),
    /** `undefined` until they were searched. */
    findings: ({ jobId, output }: OutputReference): UpscaleFindings | undefined =>
      read(upscaleFindingsSchema, row.get(jobId, output)?.['findings']),
    setFindings: ({ jobId, output }: OutputReference, findings: UpscaleFindings): void =>
      void putFindings.run(jobId, output, JSON.stringify(findings)),
  };
}

/** An unreadable value counts as missing and is recreated. */
function read<Schema extends z.ZodType>(schema: Schema, text: unknown) {
  if (typeof text !== 'string') return undefined;
  return storedJson(schema, text.replace('"rim":', '"border":')); // as version 1.0.0 called it
}
