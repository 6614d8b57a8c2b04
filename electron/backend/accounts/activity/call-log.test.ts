import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { CallRecord } from '../../service/client/index.ts';
import { addFoldCase } from '../../library/fold-case.ts';
import { createCallLog, type CallLog, type KeptCalls } from './call-log.ts';
import { queryCalls } from './activity.ts';
import { createCallRows, type CallRows } from './call-rows.ts';

const DAY = 86_400_000;
let database: DatabaseSync;
let rows: CallRows;
let log: CallLog;
let kept: KeptCalls;
let now: number;
let changes: number;
let troubles: AppErrorData[];

beforeEach(async () => {
  ({ database } = await testDatabase());
  addFoldCase(database);
  kept = { isOn: true, calls: 100_000, days: 365 };
  now = 1000 * DAY;
  changes = 0;
  troubles = [];
  open();
});
afterEach(() => log.close());

function open(with_: Partial<CallRows> = {}): void {
  rows = { ...createCallRows(database), ...with_ };
  log = createCallLog({
    database,
    rows,
    kept: () => kept,
    now: () => now,
    price: () => 70_000,
    nameOf: (id) => id ?? 'New connection',
    onChange: () => (changes += 1),
    onTrouble: (error) => troubles.push(error),
  });
}

/** A clean-up that went well. */
function aRecord(
  given: Partial<{ [Name in keyof CallRecord]: CallRecord[Name] | undefined }> = {},
): CallRecord {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    startedAt: 1,
    operation: 'cleanup',
    method: 'POST',
    address: 'https://api.example.com/v3/cleanup',
    connectionId: undefined,
    isFree: false,
    jobId: undefined,
    outcome: 'ok',
    status: 200,
    error: undefined,
    milliseconds: 40,
    sentBytes: 10,
    receivedBytes: 20,
    usage: undefined,
    exchange: {
      request: {
        query: {},
        headers: { authorization: 'Bearer $GESSO_API_KEY' },
        body: { image_file: '<picture, 1.2 MB>' },
      },
      tries: [{ status: 200, milliseconds: 40 }],
    },
    ...set,
  };
}

const listed = () => queryCalls(database, { limit: 500 });

function write(...given: readonly Parameters<typeof aRecord>[0][]): void {
  for (const each of given) log.take(aRecord(each));
  log.flush();
}

describe('the call log', () => {
  it('lists a call with its details', () => {
    write({ startedAt: 5, connectionId: 'c', jobId: 'j', sentBytes: 7 });
    expect(listed()).toMatchObject([
      {
        id: 1,
        startedAt: 5,
        connectionName: 'c',
        isPractice: false,
        sentBytes: 7,
        receivedBytes: 20,
        cost: 70_000,
        tries: 1,
        looks: 1,
        jobId: 'j',
      },
    ]);
    expect(rows.read(1)?.exchange.request.headers).toEqual({
      authorization: 'Bearer $GESSO_API_KEY',
    });
  });

  it('writes by itself, with many calls in one batch', async () => {
    for (let call = 0; call < 10; call++) log.take(aRecord());
    expect(listed()).toEqual([]);
    await expect.poll(() => listed().length).toBe(10);
    expect(changes).toBe(1);
  });

  it('writes pending calls when Gesso closes', () => {
    log.take(aRecord());
    log.close();
    log.take(aRecord());
    expect(listed()).toHaveLength(1);
  });

  it('merges polls of a task with the same outcome, even across a write', () => {
    const poll = (startedAt: number, status = 200) =>
      ({ operation: 'task-result', jobId: 'j', startedAt, status }) as const;
    write(poll(1), poll(2));
    write(poll(3), poll(4, 500), poll(5));
    expect(
      listed().map(({ startedAt, lastAt, looks, status }) => [startedAt, lastAt, looks, status]),
    ).toEqual([
      [5, 5, 1, 200],
      [4, 4, 1, 500],
      [1, 3, 3, 200],
    ]);
    expect(listed().at(-1)?.receivedBytes).toBe(60);
  });

  it('does not merge polls of different tasks, or paid calls', () => {
    const poll = { operation: 'task-result' } as const;
    write({ ...poll, jobId: 'a' }, { ...poll, jobId: 'b' }, { jobId: 'c' }, { jobId: 'c' });
    expect(listed()).toHaveLength(4);
  });

  it('deletes the oldest calls above the maximum number or age', () => {
    write(...[10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((days) => ({ startedAt: now - days * DAY })));
    kept = { isOn: true, calls: 8, days: 5 };
    log.prune();
    expect(listed().map(({ startedAt }) => (now - startedAt) / DAY)).toEqual([1, 2, 3, 4, 5]);
    const left = database.prepare('SELECT count(*) AS n FROM activity_exchanges').get();
    expect(left?.['n']).toBe(5);
  });

  it('deletes old calls by itself after many new ones', () => {
    kept = { isOn: true, calls: 100, days: 365 };
    write(...Array.from({ length: 600 }, () => ({ startedAt: now })));
    expect(rows.usage().calls).toBeLessThan(400);
  });

  it('forgets everything, including pending calls', () => {
    write({});
    log.take(aRecord());
    log.clear();
    log.flush();
    expect(rows.usage()).toEqual({ calls: 0 });
  });
});

describe('the call log on a disk that cannot be written', () => {
  it('reports the failure once, and writes the calls when the disk works again', () => {
    let isFull = true;
    const add = createCallRows(database).add;
    open({
      add(row) {
        if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return add(row);
      },
    });
    write({});
    write({});
    expect(troubles).toHaveLength(1);
    expect(troubles[0]?.message).toContain('Calls continue');
    expect(listed()).toEqual([]);
    isFull = false;
    log.flush();
    expect(listed()).toHaveLength(2);
  });

  it('does not fail the call, whatever goes wrong', () => {
    const bad = { ...aRecord(), exchange: undefined } as unknown as Parameters<CallLog['take']>[0];
    expect(() => log.take(bad)).not.toThrow();
    expect(troubles).toHaveLength(1);
  });
});

describe('pages of the call log', () => {
  beforeEach(() => {
    const calls = Array.from({ length: 30 }, (_, call) => ({
      startedAt: 100 + Math.floor(call / 3),
      operation: call % 2 === 0 ? ('cleanup' as const) : ('chat' as const),
      outcome: call % 5 === 0 ? ('failed' as const) : ('ok' as const),
      connectionId: call < 15 ? 'a' : 'b',
      jobId: call === 7 ? 'job-7' : undefined,
      address: call === 9 ? 'https://other.example.com/v3/cleanup' : undefined,
    }));
    write(...calls);
  });
  const ids = (query: Omit<Parameters<typeof queryCalls>[1], 'limit'>, limit = 500) =>
    queryCalls(database, { ...query, limit }).map(({ id }) => id);

  it('follow each other without a gap, newest first', () => {
    const found: number[] = [];
    for (;;) {
      const before = found.at(-1);
      const page = ids(before === undefined ? {} : { before }, 7);
      if (page.length === 0) break;
      found.push(...page);
    }
    expect(found).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index));
  });

  it('are filtered by operation, outcome, connection, job and time', () => {
    expect(ids({ operations: ['chat'] })).toHaveLength(15);
    expect(ids({ outcomes: ['failed'] })).toEqual([26, 21, 16, 11, 6, 1]);
    expect(ids({ connectionId: 'a', outcomes: ['failed', 'unknown'] })).toEqual([11, 6, 1]);
    expect(ids({ jobId: 'job-7' })).toEqual([8]);
    expect(ids({ from: 109 })).toEqual([30, 29, 28]);
  });

  it('are searched by listed words, in any case', () => {
    expect(ids({ text: 'OTHER.example' })).toEqual([10]);
    expect(ids({ text: 'clean-up' })).toHaveLength(15);
    expect(ids({ text: 'failed' })).toHaveLength(6);
    expect(ids({ text: 'job-7' })).toEqual([8]);
    expect(ids({ text: 'nothing like it' })).toEqual([]);
    write({ connectionId: 'Éva’s removed account' });
    expect(ids({ text: 'éva' })).toEqual([31]);
  });

  it('use an index for every filter', () => {
    for (const column of ['', 'operation', 'outcome', 'connection_id', 'job_id']) {
      const where = column === '' ? '' : `WHERE ${column} = 'a'`;
      const sql = `SELECT * FROM activity_calls ${where} ORDER BY started_at DESC, id DESC LIMIT 100`;
      const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
      expect(plan, column).toContain('INDEX');
      expect(plan, column).not.toContain('TEMP B-TREE');
    }
  });
});
