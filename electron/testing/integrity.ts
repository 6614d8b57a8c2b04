/** Invariants of a data folder, however the process ended. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashOf } from './hash-of.ts';

/** Everything that is wrong in a data folder, as sentences; empty when all is well. */
export function problemsIn(dataFolder: string): readonly string[] {
  const database = new DatabaseSync(join(dataFolder, 'library.db'), { readOnly: true });
  try {
    const problems: string[] = [];
    const check = database.prepare('PRAGMA integrity_check').all();
    for (const row of check) {
      if (row['integrity_check'] !== 'ok') problems.push(String(row['integrity_check']));
    }
    for (const row of database.prepare('PRAGMA foreign_key_check').all()) {
      problems.push(`a row of ${String(row['table'])} refers to a row that is not there`);
    }
    for (const row of database.prepare('SELECT hash, byte_length FROM files').all()) {
      problems.push(...problemsOfFile(dataFolder, String(row['hash']), Number(row['byte_length'])));
    }
    const strays = database
      .prepare(
        `SELECT id FROM jobs WHERE state = 'done' AND kind != 'training-upload'
           AND NOT (kind IN ('cleanup', 'remove-text') AND answer_file_id IS NULL)
           AND id NOT IN (SELECT job_id FROM patches) AND id NOT IN (SELECT job_id FROM job_outputs)`,
      )
      .all();
    for (const row of strays) {
      problems.push(`the job ${String(row['id'])} is done without a result`);
    }
    const early = database
      .prepare(
        `SELECT id FROM jobs WHERE state != 'done'
           AND (id IN (SELECT job_id FROM patches) OR id IN (SELECT job_id FROM job_outputs))`,
      )
      .all();
    for (const row of early) {
      problems.push(`the job ${String(row['id'])} has a result and is not done`);
    }
    return problems;
  } finally {
    database.close();
  }
}

function problemsOfFile(dataFolder: string, hash: string, byteLength: number): readonly string[] {
  const path = join(dataFolder, 'files', hash.slice(0, 2), hash);
  try {
    const bytes = readFileSync(path);
    if (hashOf(bytes) === hash && bytes.byteLength === byteLength) return [];
    return [`the file ${hash} has other bytes than its row says`];
  } catch {
    return [`the file ${hash} has a row and is not there`];
  }
}
