import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { jobStateSchema, type JobState } from '../../../../../shared/contract/jobs.ts';
import { transaction } from '../../../library/database.ts';
import { storedJson } from '../../../library/row-values.ts';

export interface StoredAnswer {
  /** Unix ms. */
  readonly at: number;
  /** Complete, redacted. */
  readonly text: string;
}

const timelineSchema = z.array(z.tuple([jobStateSchema, z.number()]));
const answerSchema = z.object({ at: z.number(), text: z.string() });

const NEXT_REVISION = '(SELECT max(revision) + 1 FROM jobs)';

export function createJobHistoryStore(database: DatabaseSync) {
  const timeline = database.prepare('SELECT timeline FROM jobs WHERE id = ?');
  const answer = database.prepare('SELECT answer FROM job_answers WHERE job_id = ?');
  const setAnswer = database.prepare(
    `INSERT INTO job_answers (job_id, answer) VALUES (?, ?)
     ON CONFLICT (job_id) DO UPDATE SET answer = excluded.answer`,
  );
  const rate = database.prepare(
    `UPDATE jobs SET stars = ?, revision = ${NEXT_REVISION} WHERE id = ?`,
  );
  const touch = database.prepare(`UPDATE jobs SET revision = ${NEXT_REVISION} WHERE id = ?`);
  const markRepeated = database.prepare(
    `UPDATE jobs SET is_repeated = 1, revision = ${NEXT_REVISION} WHERE id = ?`,
  );
  const newestWaiting = database.prepare(
    `SELECT max(created_at) AS at FROM jobs WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const setPlace = database.prepare(
    `UPDATE jobs SET place = ?, revision = ${NEXT_REVISION} WHERE id = ?`,
  );
  const ofGroup = database.prepare(
    'SELECT id FROM jobs WHERE group_id = ? ORDER BY created_at, rowid',
  );
  const setRemoved = database.prepare(
    `UPDATE jobs SET removed_at = ?, revision = ${NEXT_REVISION} WHERE id = ?`,
  );
  const updateFirst = database.prepare(
    `UPDATE jobs SET is_first = rowid = coalesce(
       (SELECT min(of_group.rowid) FROM jobs AS of_group
         WHERE of_group.group_id = jobs.group_id AND of_group.removed_at IS NULL), -1)
     WHERE group_id = (SELECT group_id FROM jobs WHERE id = ?)`,
  );
  const purge = database.prepare(
    `DELETE FROM jobs WHERE removed_at < ? AND ended_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM patches WHERE patches.job_id = jobs.id)
       AND NOT EXISTS (SELECT 1 FROM recipe_runs
         WHERE recipe_runs.id = jobs.batch_id AND recipe_runs.state IN ('running', 'paused', 'tried'))
     RETURNING id`,
  );
  return {
    /** Unix ms, oldest first. */
    timeline(id: string): readonly { readonly state: JobState; readonly at: number }[] {
      const steps = storedJson(timelineSchema, timeline.get(id)?.['timeline']) ?? [];
      return steps.map(([state, at]) => ({ state, at }));
    },
    lastAnswer(id: string): StoredAnswer | undefined {
      return storedJson(answerSchema, answer.get(id)?.['answer']);
    },
    setLastAnswer: (id: string, last: StoredAnswer): void =>
      void setAnswer.run(id, JSON.stringify(last)),
    rate: (id: string, stars: number): void => void rate.run(stars, id),
    /** Assigns the next revision after a change outside the row. */
    touch: (id: string): void => void touch.run(id),
    markRepeated: (id: string): void => void markRepeated.run(id),
    /** Sets the order of waiting jobs. @param ids all that share a queue, first to last */
    setOrder(ids: readonly string[]): void {
      // Before the newest of them, so that jobs started later come after.
      const newest = Number(newestWaiting.get(JSON.stringify(ids))?.['at'] ?? 0);
      transaction(database, () => {
        for (const [index, id] of ids.entries()) {
          setPlace.run(newest - 1 + (index + 1) / (ids.length + 1), id);
        }
      });
    },
    /** Ids of a group's jobs including removed ones, oldest first. */
    idsOfGroup: (groupId: string): readonly string[] =>
      ofGroup.all(groupId).map(({ id }) => String(id)),
    setRemoved(ids: readonly string[], at: number | undefined): void {
      transaction(database, () => {
        for (const id of ids) setRemoved.run(at ?? null, id);
        for (const id of ids) updateFirst.run(id);
      });
    },
    /** Rows that a result or an active recipe refers to stay hidden. @returns the deleted ones */
    purge: (before: number): readonly string[] => purge.all(before).map(({ id }) => String(id)),
  };
}
