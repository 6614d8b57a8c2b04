import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { jobStateSchema, type JobState } from '../../../../../shared/contract/jobs.ts';
import { transaction } from '../../../library/database.ts';
import { createSql, sqlPart, storedJson } from '../../../library/row-values.ts';

export interface StoredAnswer {
  /** Unix ms. */
  readonly at: number;
  /** Complete, redacted. */
  readonly text: string;
}

const timelineSchema = z.array(z.tuple([jobStateSchema, z.number()]));
const answerSchema = z.object({ at: z.number(), text: z.string() });

const NEXT_REVISION = sqlPart`(SELECT max(revision) + 1 FROM jobs)`;

export function createJobHistoryStore(database: DatabaseSync) {
  const sql = createSql(database);
  return {
    /** Unix ms, oldest first. */
    timeline(id: string): readonly { readonly state: JobState; readonly at: number }[] {
      const steps =
        storedJson(timelineSchema, sql.value`SELECT timeline FROM jobs WHERE id = ${id}`) ?? [];
      return steps.map(([state, at]) => ({ state, at }));
    },
    lastAnswer(id: string): StoredAnswer | undefined {
      return storedJson(
        answerSchema,
        sql.value`SELECT answer FROM job_answers WHERE job_id = ${id}`,
      );
    },
    setLastAnswer: (id: string, last: StoredAnswer): void =>
      void sql.upsert('job_answers', { jobId: id }, { answer: last }),
    rate: (id: string, stars: number): void =>
      void sql.run`UPDATE jobs SET stars = ${stars}, revision = ${NEXT_REVISION} WHERE id = ${id}`,
    /** Assigns the next revision after a change outside the row. */
    touch: (id: string): void =>
      void sql.run`UPDATE jobs SET revision = ${NEXT_REVISION} WHERE id = ${id}`,
    markRepeated: (id: string): void =>
      void sql.run`UPDATE jobs SET is_repeated = 1, revision = ${NEXT_REVISION} WHERE id = ${id}`,
    /** Sets the order of waiting jobs. @param ids all that share a queue, first to last */
    setOrder(ids: readonly string[]): void {
      // Before the newest of them, so that jobs started later come after.
      const newest = Number(
        sql.value`SELECT max(created_at) FROM jobs
          WHERE id IN (SELECT value FROM json_each(${ids}))` ?? 0,
      );
      transaction(database, () => {
        for (const [index, id] of ids.entries()) {
          sql.run`UPDATE jobs
            SET place = ${newest - 1 + (index + 1) / (ids.length + 1)}, revision = ${NEXT_REVISION}
            WHERE id = ${id}`;
        }
      });
    },
    /** Ids of a group's jobs including removed ones, oldest first. */
    idsOfGroup: (groupId: string): readonly string[] =>
      sql.texts`SELECT id FROM jobs WHERE group_id = ${groupId} ORDER BY created_at, rowid`,
    setRemoved(ids: readonly string[], at: number | undefined): void {
      transaction(database, () => {
        for (const id of ids)
          sql.run`UPDATE jobs SET removed_at = ${at}, revision = ${NEXT_REVISION} WHERE id = ${id}`;
        for (const id of ids)
          sql.run`UPDATE jobs SET is_first = rowid = coalesce(
              (SELECT min(of_group.rowid) FROM jobs AS of_group
                WHERE of_group.group_id = jobs.group_id AND of_group.removed_at IS NULL), -1)
            WHERE group_id = (SELECT group_id FROM jobs WHERE id = ${id})`;
      });
    },
    /** Rows that a result or an active recipe refers to stay hidden. @returns the deleted ones */
    purge: (before: number): readonly string[] =>
      sql.texts`DELETE FROM jobs
        WHERE removed_at < ${before} AND ended_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM patches WHERE patches.job_id = jobs.id)
          AND NOT EXISTS (SELECT 1 FROM recipe_runs
          WHERE recipe_runs.id = jobs.batch_id
            AND recipe_runs.state IN ('running', 'paused', 'tried'))
        RETURNING id`,
  };
}
