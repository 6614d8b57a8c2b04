import type { DatabaseSync } from 'node:sqlite';
import {
  clipFactsSchema,
  outputDamageSchema,
  type ClipFacts,
  type OutputDamage,
} from '../../../../../shared/contract/jobs.ts';
import { toColumn, optionalNumber, storedJson } from '../../../library/row-values.ts';

export interface NewOutput {
  readonly fileId: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly clip?: ClipFacts | undefined;
  readonly damage?: OutputDamage | undefined;
}

export type OutputFacts = Omit<NewOutput, 'fileId'>;

export interface StoredOutput extends NewOutput {
  /** Index in the job. */
  readonly id: number;
  readonly posterFileId?: string | undefined;
}

export function createJobOutputStore(database: DatabaseSync) {
  const outputsOf = database.prepare(
    'SELECT position, file_id, width, height, clip, damage, poster_file_id FROM job_outputs WHERE job_id = ? ORDER BY position',
  );
  const ofFile = database.prepare(
    `SELECT job_id, position FROM job_outputs
     JOIN files ON files.id = job_outputs.file_id JOIN jobs ON jobs.id = job_outputs.job_id
     WHERE files.hash = ? ORDER BY jobs.created_at DESC LIMIT 1`,
  );
  const add = database.prepare(
    `INSERT INTO job_outputs (job_id, position, file_id, width, height, clip, damage)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const setMeasures = database.prepare(
    `UPDATE job_outputs SET width = ?, height = ?, clip = ?, damage = ?
     WHERE job_id = ? AND position = ?`,
  );
  const setPoster = database.prepare(
    'UPDATE job_outputs SET poster_file_id = ? WHERE job_id = ? AND position = ?',
  );
  const setPlayable = database.prepare(
    `UPDATE job_outputs SET clip = json_set(clip, '$.isPlayable', json(?))
     WHERE job_id = ? AND position = ? AND clip IS NOT NULL`,
  );
  const savedPath = database.prepare(
    'SELECT saved_path FROM job_outputs WHERE job_id = ? AND position = ?',
  );
  const setSavedPath = database.prepare(
    'UPDATE job_outputs SET saved_path = ? WHERE job_id = ? AND position = ?',
  );
  return {
    outputs: (id: string): readonly StoredOutput[] => outputsOf.all(id).map(toStoredOutput),
    /** Newest output with these bytes. @param hash SHA-256 in hexadecimal */
    outputOfFile(hash: string): { readonly jobId: string; readonly output: number } | undefined {
      const row = ofFile.get(hash);
      if (row === undefined) return undefined;
      return { jobId: String(row['job_id']), output: Number(row['position']) };
    },
    /** Call within a transaction. */
    addOutputs(id: string, outputs: readonly NewOutput[]): void {
      for (const [position, output] of outputs.entries()) {
        add.run(id, position, output.fileId, ...columnsOf(output));
      }
    },
    setMeasures: (id: string, output: number, facts: OutputFacts): boolean =>
      setMeasures.run(...columnsOf(facts), id, output).changes > 0,
    setPoster: (id: string, output: number, fileId: string): boolean =>
      setPoster.run(fileId, id, output).changes > 0,
    setPlayable: (id: string, output: number, isPlayable: boolean): boolean =>
      setPlayable.run(String(isPlayable), id, output).changes > 0,
    /** Absolute path of the last save. */
    savedPath(id: string, output: number): string | undefined {
      const path = savedPath.get(id, output)?.['saved_path'];
      return typeof path === 'string' ? path : undefined;
    },
    setSavedPath: (id: string, output: number, path: string): void =>
      void setSavedPath.run(path, id, output),
  };
}

function columnsOf({ width, height, clip, damage }: OutputFacts) {
  return [toColumn(width), toColumn(height), toColumn(clip), toColumn(damage)] as const;
}

function toStoredOutput(row: Record<string, unknown>): StoredOutput {
  const { position, file_id: fileId, width, height, clip, damage, poster_file_id: poster } = row;
  return {
    id: Number(position),
    fileId: String(fileId),
    width: optionalNumber(width),
    height: optionalNumber(height),
    clip: storedJson(clipFactsSchema, clip),
    damage: outputDamageSchema.safeParse(damage).data,
    ...(typeof poster === 'string' ? { posterFileId: poster } : {}),
  };
}
