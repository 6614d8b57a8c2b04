import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { KindUsage } from '../../../../shared/contract/storage.ts';
import type { LibraryUsage } from '../../../../shared/contract/library.ts';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import { createSql, sqlPart, type SqlPart } from '../row-values.ts';
import { TRAINING_COPIES } from '../usage.ts';
import { backupBytes, namesIn } from './kept-databases.ts';
import type { Removables } from './removables.ts';

/** Files of outputs of a kind of job. */
const outputBytes = (kind: JobKindName) =>
  sqlPart`SELECT coalesce(sum(byte_length), 0) AS bytes FROM files WHERE id IN (
      SELECT file_id FROM job_outputs JOIN jobs ON jobs.id = job_id
      WHERE kind = ${kind} AND removed_at IS NULL
      UNION SELECT poster_file_id FROM job_outputs JOIN jobs ON jobs.id = job_id
      WHERE kind = ${kind} AND removed_at IS NULL AND poster_file_id IS NOT NULL
      UNION SELECT answer_file_id FROM jobs
      WHERE kind = ${kind} AND removed_at IS NULL AND answer_file_id IS NOT NULL)`;

/** octet_length reads no text: https://sqlite.org/lang_corefunc.html#octet_length */
const CONVERSATION_BYTES = sqlPart`SELECT
  (SELECT coalesce(sum(octet_length(text) + coalesce(octet_length(thoughts), 0)), 0)
    FROM messages) + (SELECT coalesce(sum(octet_length(request) + coalesce(octet_length(events),
          0)), 0) FROM language_runs) + (SELECT coalesce(sum(octet_length(text)), 0)
    FROM documents) AS bytes`;

const BILL_BYTES = sqlPart`SELECT
  coalesce(sum(octet_length(rows) + coalesce(octet_length(by_category),
        0) + coalesce(octet_length(by_product), 0) + coalesce(octet_length(by_owner),
        0) + coalesce(octet_length(facts), 0)), 0) AS bytes FROM bill_units`;

export function countKinds(deps: {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly usage: LibraryUsage;
  readonly removables: Removables;
}): readonly KindUsage[] {
  const { database, folder, usage, removables } = deps;
  const sql = createSql(database);
  const bytes = (query: SqlPart): number => Number(sql.value`${query}`);
  const clips = bytes(outputBytes('video'));
  const enlargements = bytes(outputBytes('upscale'));
  const training = bytes(TRAINING_COPIES);
  const conversations = bytes(CONVERSATION_BYTES);
  const bills = bytes(BILL_BYTES);
  const databaseBytes = statSync(join(folder, 'library.db')).size;
  const other = usage.otherBytes - clips - enlargements - training;
  return [
    { kind: 'photos', bytes: usage.photoBytes, ...removables.count('photos') },
    {
      kind: 'results',
      bytes: usage.resultBytes,
      removable: 0,
      onlyHere: usage.hiddenResultCount,
    },
    { kind: 'clips', bytes: clips, ...removables.count('clips') },
    { kind: 'enlargements', bytes: enlargements, ...removables.count('enlargements') },
    { kind: 'training', bytes: training, removable: 0, onlyHere: 0 },
    { kind: 'conversations', bytes: conversations, ...removables.count('conversations') },
    { kind: 'bills', bytes: bills, ...removables.count('bills') },
    { kind: 'caches', bytes: cacheBytes(folder), ...removables.count('caches') },
    { kind: 'backups', bytes: backupBytes(folder), ...removables.count('backups') },
    {
      kind: 'other',
      // A file of several kinds was subtracted more than once.
      bytes: Math.max(0, other) + Math.max(0, databaseBytes - conversations - bills),
      removable: 0,
      onlyHere: 0,
    },
  ];
}

/** Bytes that `Removables` clears: thumbnails of samples stay. */
function cacheBytes(folder: string): number {
  return ['cache', 'outgoing'].reduce((sum, name) => sum + treeBytes(join(folder, name)), 0);
}

function treeBytes(folder: string): number {
  let sum = 0;
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts?.isDirectory() === true) sum += treeBytes(path);
    else sum += facts?.size ?? 0;
  }
  return sum;
}
