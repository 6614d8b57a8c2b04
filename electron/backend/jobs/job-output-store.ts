/** The files of jobs: what was measured of them, and where the user has saved them. */
import type { DatabaseSync } from 'node:sqlite';
import { clipFactsSchema, type ClipFacts } from '../../../shared/contract/jobs.ts';

/** A file that a job brings. */
export interface NewOutput {
  readonly fileId: string;
  /** Pixels, where they could be measured. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Of a moving picture. */
  readonly clip?: ClipFacts | undefined;
}

/** A file that a job produced. */
export interface StoredOutput extends NewOutput {
  /** Counts the job's files from 0. */
  readonly id: number;
  /** A still of the clip. */
  readonly posterFileId?: string | undefined;
}

/** See the file comment. */
export interface JobOutputStore {
  outputs(id: string): readonly StoredOutput[];
  /** Runs inside the caller's transaction. */
  addOutputs(id: string, outputs: readonly NewOutput[]): void;
  /** @returns false when there is no such file of the job */
  setPoster(id: string, output: number, fileId: string): boolean;
  setPlayable(id: string, output: number, isPlayable: boolean): boolean;
  /** Where the user has saved an output last, absolute. */
  savedPath(id: string, output: number): string | undefined;
  setSavedPath(id: string, output: number, path: string): void;
}

export function createJobOutputStore(database: DatabaseSync): JobOutputStore {
  const outputsOf = database.prepare(
    'SELECT position, file_id, width, height, clip, poster_file_id FROM job_outputs WHERE job_id = ? ORDER BY position',
  );
  const add = database.prepare(
    'INSERT INTO job_outputs (job_id, position, file_id, width, height, clip) VALUES (?, ?, ?, ?, ?, ?)',
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
    outputs: (id) => outputsOf.all(id).map(toStoredOutput),
    addOutputs(id, outputs) {
      for (const [position, { fileId, width, height, clip }] of outputs.entries()) {
        const facts = clip === undefined ? null : JSON.stringify(clip);
        add.run(id, position, fileId, width ?? null, height ?? null, facts);
      }
    },
    setPoster: (id, output, fileId) => setPoster.run(fileId, id, output).changes > 0,
    setPlayable: (id, output, isPlayable) =>
      setPlayable.run(String(isPlayable), id, output).changes > 0,
    savedPath(id, output) {
      const path = savedPath.get(id, output)?.['saved_path'];
      return typeof path === 'string' ? path : undefined;
    },
    setSavedPath: (id, output, path) => void setSavedPath.run(path, id, output),
  };
}

function toStoredOutput(row: Record<string, unknown>): StoredOutput {
  const { position, file_id: fileId, width, height, clip, poster_file_id: poster } = row;
  return {
    id: Number(position),
    fileId: String(fileId),
    width: width === null ? undefined : Number(width),
    height: height === null ? undefined : Number(height),
    ...(typeof clip === 'string' ? { clip: clipFactsSchema.parse(JSON.parse(clip)) } : {}),
    ...(typeof poster === 'string' ? { posterFileId: poster } : {}),
  };
}
