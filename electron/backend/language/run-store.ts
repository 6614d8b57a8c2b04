/** Stores answers: the row exists before the request is sent, and arriving text is journalled. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  languageEventSchema,
  languageRequestSchema,
  type LanguageRequest,
  type LanguageRun,
} from '../../../shared/contract/language.ts';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { transaction, unflushed } from '../library/database.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { EventJoiner } from './event-joiner.ts';
import { readRows } from '../library/unreadable.ts';
import {
  runCost,
  endingOf,
  pricesIn,
  RUN_COLUMNS,
  storedCost,
  toAnswerRun,
  wholeUsage,
} from './run-rows.ts';
import { createSql, sqlPart, storedJson, storedList } from '../library/row-values.ts';

export type RunEnd = Pick<
  LanguageRun,
  'state' | 'pieces' | 'firstTextAt' | 'usage' | 'estimatedCost'
> & {
  readonly endedAt: number;
  readonly error?: AppErrorData | undefined;
};

interface NewRun {
  readonly id: string;
  /** In a conversation without its messages, which the conversation has. */
  readonly request: LanguageRequest;
  readonly connection: { readonly id: string; readonly name: string };
  readonly prices?: TokenPrices | undefined;
  readonly place?: RunPlace | undefined;
}

/** 1/10000 USD per million tokens. */
export interface TokenPrices {
  readonly priceIn: number;
  readonly priceOut: number;
}

export interface RunPlace {
  readonly conversationId: string;
  readonly messageId: string;
  readonly context: RunContext;
}

export interface RunContext {
  readonly system: string;
  /** Last sent message; its ancestors were sent too. */
  readonly lastId: string;
  readonly leftOut: readonly string[];
  /** The model did not take the pictures of the messages. */
  readonly isBlind?: boolean | undefined;
}

export type LanguageRunStore = ReturnType<typeof createLanguageRunStore>;

const contextSchema = z.strictObject({
  system: z.string(),
  lastId: z.string(),
  leftOut: z.array(z.string()),
  isBlind: z.boolean().optional(),
});

/** @param onEnd called in the transaction of an end */
export function createLanguageRunStore(
  database: DatabaseSync,
  onEnd: (run: LanguageRun, events: readonly LanguageEvent[], connectionId: string) => void = () =>
    undefined,
) {
  const sql = createSql(database);
  const columns = sqlPart`id, request, conversation_id, message_id, ${RUN_COLUMNS}`;

  function get(id: string): LanguageRun | undefined {
    const row = sql.get`SELECT ${columns} FROM language_runs WHERE id = ${id}`;
    return row === undefined ? undefined : toRun(row);
  }

  function events(id: string): readonly LanguageEvent[] {
    const stored = sql.value`SELECT events FROM language_runs WHERE id = ${id}`;
    if (typeof stored === 'string') return storedList(languageEventSchema, stored);
    const joiner = new EventJoiner();
    const pieces = sql.texts`SELECT events FROM language_pieces WHERE run_id = ${id}
      ORDER BY sequence`;
    for (const piece of pieces) {
      for (const event of storedList(languageEventSchema, piece)) joiner.add(event);
    }
    return joiner.events();
  }

  return {
    get,
    events,
    /** Call within a transaction. */
    add({ id, request, connection, prices, place }: NewRun): void {
      sql.insert('language_runs', {
        id,
        state: 'running',
        request,
        connectionId: connection.id,
        connectionName: connection.name,
        createdAt: Date.now(),
        priceIn: prices?.priceIn,
        priceOut: prices?.priceOut,
        conversationId: place?.conversationId,
        messageId: place?.messageId,
        context: place?.context,
      });
    },
    context(id: string): RunContext | undefined {
      return storedJson(
        contextSchema,
        sql.value`SELECT context FROM language_runs WHERE id = ${id}`,
      );
    },
    list: (limit: number): readonly LanguageRun[] =>
      readRows(
        database,
        'answer',
        sql.all`SELECT ${columns} FROM language_runs ORDER BY created_at DESC, rowid DESC
          LIMIT ${limit}`,
        toRun,
      ),
    /** Their text is in messages or documents. Rows of prompt tables keep theirs. */
    forgetEvents: (before: number): void =>
      void sql.run`UPDATE language_runs SET events = '[]'
        WHERE ended_at < ${before} AND events <> '[]'
          AND NOT EXISTS (SELECT 1 FROM prompt_rows WHERE prompt_rows.run_id = language_runs.id)`,
    running: (): readonly { readonly id: string; readonly connectionId: string }[] =>
      sql.all`SELECT id, connection_id FROM language_runs WHERE state = 'running'`.map(
        ({ id, connection_id: connectionId }) => ({
          id: String(id),
          connectionId: String(connectionId),
        }),
      ),
    /** Does not flush. */
    append: (id: string, sequence: number, added: readonly LanguageEvent[]): void =>
      void unflushed(
        database,
        () => sql.run`INSERT INTO language_pieces VALUES (${id}, ${sequence}, ${added})`,
      ),
    /** Marks an answer as interrupted whose end cannot be recorded; its chunks stay. */
    setAside(id: string): void {
      sql.run`UPDATE language_runs SET state = 'interrupted', ended_at = ${Date.now()}
        WHERE id = ${id} AND state = 'running'`;
      sql.run`UPDATE prompt_rows SET state = 'unknown' WHERE run_id = ${id} AND state = 'running'`;
    },
    end(id: string, end: RunEnd, whole: readonly LanguageEvent[]): LanguageRun {
      return transaction(database, () => {
        const before = sql.get`SELECT connection_id, price_in, price_out FROM language_runs
          WHERE id = ${id}`;
        if (before === undefined) throw new Error(`The answer ${id} has no row.`);
        const { reasons, origin } = endingOf(whole);
        const usage = wholeUsage(end.usage);
        sql.update(
          'language_runs',
          { id },
          {
            state: end.state,
            firstTextAt: end.firstTextAt,
            endedAt: end.endedAt,
            pieces: end.pieces,
            usage,
            error: end.error,
            events: whole,
            cost: runCost(usage, pricesIn(before)),
            estimatedCost: storedCost(end.estimatedCost),
            finishReasons: reasons,
            origin,
          },
        );
        sql.run`DELETE FROM language_pieces WHERE run_id = ${id}`;
        const run = get(id);
        if (run === undefined) throw new Error(`The answer ${id} has lost its row.`);
        onEnd(run, whole, String(before['connection_id']));
        return run;
      });
    },
  };
}

function toRun(row: Record<string, unknown>): LanguageRun {
  const request = languageRequestSchema.parse(JSON.parse(String(row['request'])));
  const { conversation_id: conversationId, message_id: messageId } = row;
  return {
    ...toAnswerRun(String(row['id']), request.model, row),
    request,
    ...(typeof conversationId === 'string' ? { conversationId } : {}),
    ...(typeof messageId === 'string' ? { messageId } : {}),
  };
}
