import type { DatabaseSync } from 'node:sqlite';
import {
  clipFactsSchema,
  outputDamageSchema,
  type ClipFacts,
  type OutputDamage,
  type OutputReference,
} from '../../../../../shared/contract/jobs.ts';
import {
  createRowReader,
  createSql,
  optionalNumber,
  optionalText,
  storedJson,
  type Fields,
} from '../../../library/row-values.ts';

export interface NewOutput {
  readonly fileId: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly clip?: ClipFacts | undefined;
  readonly damage?: OutputDamage | undefined;
}

export type OutputFacts = Omit<NewOutput, 'fileId'>;

export type StoredOutput = ReturnType<typeof toStoredOutput>;

export function createJobOutputStore(database: DatabaseSync) {
  const sql = createSql(database);

  function change({ jobId, output }: OutputReference, fields: Fields): boolean {
    return sql.update('job_outputs', { jobId, position: output }, fields).changes > 0;
  }

  return {
    outputs: (id: string): readonly StoredOutput[] =>
      sql.all`SELECT * FROM job_outputs WHERE job_id = ${id} ORDER BY position`.map(toStoredOutput),
    output({ jobId, output }: OutputReference): StoredOutput | undefined {
      const row = sql.get`SELECT * FROM job_outputs WHERE job_id = ${jobId}
          AND position = ${output}`;
      return row && toStoredOutput(row);
    },
    /** Newest output with these bytes. @param hash SHA-256 in hexadecimal */
    outputOfFile(hash: string): OutputReference | undefined {
      const row = sql.get`SELECT job_id, position FROM job_outputs
        JOIN files ON files.id = job_outputs.file_id JOIN jobs ON jobs.id = job_outputs.job_id
        WHERE files.hash = ${hash} ORDER BY jobs.created_at DESC LIMIT 1`;
      if (row === undefined) return undefined;
      return { jobId: String(row['job_id']), output: Number(row['position']) };
    },
    /** Call within a transaction. */
    addOutputs(id: string, outputs: readonly NewOutput[]): void {
      for (const [position, { fileId, ...facts }] of outputs.entries()) {
        sql.insert('job_outputs', { jobId: id, position, fileId, ...factsOf(facts) });
      }
    },
    setMeasures: (at: OutputReference, facts: OutputFacts): boolean => change(at, factsOf(facts)),
    setPoster: (at: OutputReference, posterFileId: string): boolean => change(at, { posterFileId }),
    setPlayable: ({ jobId, output }: OutputReference, isPlayable: boolean): boolean =>
      sql.run`UPDATE job_outputs SET clip = json_set(clip, '$.isPlayable',
          json(${String(isPlayable)}))
        WHERE job_id = ${jobId} AND position = ${output} AND clip IS NOT NULL`.changes > 0,
    /** Absolute path of the last save. */
    savedPath: ({ jobId, output }: OutputReference): string | undefined =>
      optionalText(
        sql.value`SELECT saved_path FROM job_outputs WHERE job_id = ${jobId}
            AND position = ${output}`,
      ),
    setSavedPath: (at: OutputReference, savedPath: string): boolean => change(at, { savedPath }),
  };
}

function factsOf({ width, height, clip, damage }: OutputFacts) {
  return { width, height, clip, damage };
}

const toStoredOutput = createRowReader(
  {
    /** Index in the job. */
    id: Number,
    fileId: String,
    width: optionalNumber,
    height: optionalNumber,
    clip: (value) => storedJson(clipFactsSchema, value),
    damage: (value) => outputDamageSchema.safeParse(value).data,
    posterFileId: optionalText,
  },
  { id: 'position' },
);
