/**
 * Answers on disk. The row is there before the request leaves, arriving text is written down a few
 * times a second, and at the end it is one value; so a stop at any moment loses no more than a moment.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import {
  languageEventSchema,
  languageRequestSchema,
  languageRunStateSchema,
  tokenUsageSchema,
  type LanguageRequest,
  type LanguageRun,
} from '../../../shared/contract/language.ts';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { transaction } from '../library/database.ts';
import type { LanguageEvent } from '../service/index.ts';
import { EventJoiner } from './event-joiner.ts';

/** The state of an answer. */
export type RunEnd = Pick<LanguageRun, 'state' | 'pieces' | 'firstTextAt' | 'usage'> & {
  readonly endedAt: number;
  readonly error?: AppErrorData | undefined;
};

/** See the file comment. */
export interface RunStore {
  add(request: LanguageRequest, connection: { readonly id: string; readonly name: string }): string;
  get(id: string): LanguageRun | undefined;
  /** Newest first. */
  list(limit: number): readonly LanguageRun[];
  /** Answers that were being written when Gesso ended. */
  running(): readonly string[];
  /** Writes down the text that arrived since the last time. */
  append(id: string, sequence: number, events: readonly LanguageEvent[]): void;
  /** Everything that has been written down, texts joined. */
  events(id: string): readonly LanguageEvent[];
  /** Records the end, with everything that has arrived in one value. @returns the answer as it is now */
  end(id: string, end: RunEnd, events: readonly LanguageEvent[]): LanguageRun;
}

const eventsSchema = z.array(languageEventSchema);

export function createRunStore(database: DatabaseSync): RunStore {
  const insert = database.prepare(
    `INSERT INTO language_runs (id, state, request, connection_id, connection_name, created_at)
     VALUES (?, 'running', ?, ?, ?, ?)`,
  );
  const columns =
    'id, state, request, connection_name, created_at, first_text_at, ended_at, pieces, usage, error';
  const byId = database.prepare(`SELECT ${columns} FROM language_runs WHERE id = ?`);
  const newest = database.prepare(
    `SELECT ${columns} FROM language_runs ORDER BY created_at DESC, rowid DESC LIMIT ?`,
  );
  const running = database.prepare("SELECT id FROM language_runs WHERE state = 'running'");
  const append = database.prepare('INSERT INTO language_pieces VALUES (?, ?, ?)');
  const pieces = database.prepare(
    'SELECT events FROM language_pieces WHERE run_id = ? ORDER BY sequence',
  );
  const whole = database.prepare('SELECT events FROM language_runs WHERE id = ?');
  const forgetPieces = database.prepare('DELETE FROM language_pieces WHERE run_id = ?');
  const update = database.prepare(
    `UPDATE language_runs SET state = ?, first_text_at = ?, ended_at = ?, pieces = ?, usage = ?,
       error = ?, events = ? WHERE id = ?`,
  );

  function get(id: string): LanguageRun | undefined {
    const row = byId.get(id);
    return row === undefined ? undefined : toRun(row);
  }

  function events(id: string): readonly LanguageEvent[] {
    const stored = whole.get(id)?.['events'];
    if (typeof stored === 'string') return eventsSchema.parse(JSON.parse(stored));
    const joiner = new EventJoiner();
    for (const row of pieces.all(id)) {
      for (const event of eventsSchema.parse(JSON.parse(String(row['events'])))) joiner.add(event);
    }
    return joiner.events();
  }

  return {
    get,
    events,
    add(request, connection) {
      const id = randomUUID();
      insert.run(id, JSON.stringify(request), connection.id, connection.name, Date.now());
      return id;
    },
    list: (limit) => newest.all(limit).map(toRun),
    running: () => running.all().map((row) => String(row['id'])),
    append: (id, sequence, added) => void append.run(id, sequence, JSON.stringify(added)),
    end(id, end, whole) {
      transaction(database, () => {
        update.run(
          end.state,
          end.firstTextAt ?? null,
          end.endedAt,
          end.pieces,
          end.usage === undefined ? null : JSON.stringify(end.usage),
          end.error === undefined ? null : JSON.stringify(end.error),
          JSON.stringify(whole),
          id,
        );
        forgetPieces.run(id);
      });
      const run = get(id);
      if (run === undefined) throw new Error(`The answer ${id} has no row.`);
      return run;
    },
  };
}

function toRun(row: Record<string, unknown>): LanguageRun {
  const usage = row['usage'];
  const error = row['error'];
  return {
    id: String(row['id']),
    state: languageRunStateSchema.parse(row['state']),
    request: languageRequestSchema.parse(JSON.parse(String(row['request']))),
    connectionName: String(row['connection_name']),
    createdAt: Number(row['created_at']),
    firstTextAt: row['first_text_at'] === null ? undefined : Number(row['first_text_at']),
    endedAt: row['ended_at'] === null ? undefined : Number(row['ended_at']),
    pieces: Number(row['pieces']),
    usage: typeof usage === 'string' ? tokenUsageSchema.parse(JSON.parse(usage)) : undefined,
    error: typeof error === 'string' ? appErrorSchema.parse(JSON.parse(error)) : undefined,
  };
}
