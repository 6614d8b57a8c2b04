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
import { toColumn, storedJson, storedList } from '../library/row-values.ts';

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
  const insert = database.prepare(
    `INSERT INTO language_runs (id, state, request, connection_id, connection_name, created_at,
       price_in, price_out, conversation_id, message_id, context)
     VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const columns = `id, request, conversation_id, message_id, ${RUN_COLUMNS}`;
  const byId = database.prepare(`SELECT ${columns} FROM language_runs WHERE id = ?`);
  const newest = database.prepare(
    `SELECT ${columns} FROM language_runs ORDER BY created_at DESC, rowid DESC LIMIT ?`,
  );
  const running = database.prepare(
    "SELECT id, connection_id FROM language_runs WHERE state = 'running'",
  );
  const append = database.prepare('INSERT INTO language_pieces VALUES (?, ?, ?)');
  const pieces = database.prepare(
    'SELECT events FROM language_pieces WHERE run_id = ? ORDER BY sequence',
  );
  const whole = database.prepare('SELECT events FROM language_runs WHERE id = ?');
  const forgetPieces = database.prepare('DELETE FROM language_pieces WHERE run_id = ?');
  const update = database.prepare(
    `UPDATE language_runs SET state = ?, first_text_at = ?, ended_at = ?, pieces = ?, usage = ?,
       error = ?, events = ?, cost = ?, estimated_cost = ?, finish_reasons = ?, origin = ? WHERE id = ?`,
  );
  const forget = database.prepare(
    `UPDATE language_runs SET events = '[]' WHERE ended_at < ? AND events <> '[]'
       AND NOT EXISTS (SELECT 1 FROM prompt_rows WHERE prompt_rows.run_id = language_runs.id)`,
  );
  const setAside = database.prepare(
    "UPDATE language_runs SET state = 'interrupted', ended_at = ? WHERE id = ? AND state = 'running'",
  );
  const setRowAside = database.prepare(
    "UPDATE prompt_rows SET state = 'unknown' WHERE run_id = ? AND state = 'running'",
  );
  const began = database.prepare(
    'SELECT connection_id, price_in, price_out FROM language_runs WHERE id = ?',
  );
  const contextOf = database.prepare('SELECT context FROM language_runs WHERE id = ?');

  function get(id: string): LanguageRun | undefined {
    const row = byId.get(id);
    return row === undefined ? undefined : toRun(row);
  }

  function events(id: string): readonly LanguageEvent[] {
    const stored = whole.get(id)?.['events'];
    if (typeof stored === 'string') return storedList(languageEventSchema, stored);
    const joiner = new EventJoiner();
    for (const row of pieces.all(id)) {
      for (const event of storedList(languageEventSchema, row['events'])) joiner.add(event);
    }
    return joiner.events();
  }

  return {
    get,
    events,
    /** Call within a transaction. */
    add({ id, request, connection, prices, place }: NewRun): void {
      insert.run(
        id,
        JSON.stringify(request),
        connection.id,
        connection.name,
        Date.now(),
        prices?.priceIn ?? null,
        prices?.priceOut ?? null,
        place?.conversationId ?? null,
        place?.messageId ?? null,
        toColumn(place?.context),
      );
    },
    context(id: string): RunContext | undefined {
      return storedJson(contextSchema, contextOf.get(id)?.['context']);
    },
    list: (limit: number): readonly LanguageRun[] =>
      readRows(database, 'answer', newest.all(limit), toRun),
    /** Their text is in messages or documents. Rows of prompt tables keep theirs. */
    forgetEvents: (before: number): void => void forget.run(before),
    running: (): readonly { readonly id: string; readonly connectionId: string }[] =>
      running.all().map(({ id, connection_id: connectionId }) => ({
        id: String(id),
        connectionId: String(connectionId),
      })),
    /** Does not flush. */
    append: (id: string, sequence: number, added: readonly LanguageEvent[]): void =>
      void unflushed(database, () => append.run(id, sequence, JSON.stringify(added))),
    /** Marks an answer as interrupted whose end cannot be recorded; its chunks stay. */
    setAside(id: string): void {
      setAside.run(Date.now(), id);
      setRowAside.run(id);
    },
    end(id: string, end: RunEnd, whole: readonly LanguageEvent[]): LanguageRun {
      return transaction(database, () => {
        const before = began.get(id);
        if (before === undefined) throw new Error(`The answer ${id} has no row.`);
        const { reasons, origin } = endingOf(whole);
        const usage = wholeUsage(end.usage);
        update.run(
          end.state,
          end.firstTextAt ?? null,
          end.endedAt,
          end.pieces,
          toColumn(usage),
          toColumn(end.error),
          JSON.stringify(whole),
          runCost(usage, pricesIn(before)) ?? null,
          storedCost(end.estimatedCost),
          JSON.stringify(reasons),
          JSON.stringify(origin),
          id,
        );
        forgetPieces.run(id);
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
