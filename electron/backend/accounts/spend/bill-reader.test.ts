import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import type { BillRow } from '../../../../shared/api/billing.ts';
import { parseDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { SpendRead, SpendReadEvent } from '../../../../shared/contract/spend.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { ServiceClient } from '../../service/client/index.ts';
import { createBillReader, FINAL_FOR, FRESH_FOR } from './bill-reader.ts';
import { createBillAccounts } from './bill-accounts.ts';
import { createBillStore } from './bill-store.ts';

const JANUARY = { start: Date.UTC(2026, 0, 1) / 1000, end: Date.UTC(2026, 1, 1) / 1000 };

let database: DatabaseSync;

beforeEach(async () => {
  ({ database } = await testDatabase());
});

/** A reader at 15 March, and a service whose January has these charges. */
function fixture() {
  const state = {
    now: Date.UTC(2026, 2, 15),
    /** How far the service's clock is ahead, known from its first answer on. */
    ahead: 0,
    charges: ['10000'],
    asked: 0,
    periods: [] as unknown[],
    /** Whether each reading was the account's first. */
    firsts: [] as boolean[],
  };
  const client = {
    listBills: async ({ startTime, endTime }: { startTime: number; endTime: number }) => {
      state.asked += 1;
      state.periods.push([startTime, endTime]);
      return state.charges.map(rowOf);
    },
  } as unknown as ServiceClient;
  const connection = { id: 'account' };
  const reader = createBillReader({
    store: createBillStore(database),
    accounts: createBillAccounts(database),
    connections: {
      active: () => connection,
      ready: async () => ({ connection, client }),
    } as unknown as Parameters<typeof createBillReader>[0]['connections'],
    cleanError: toAppError,
    now: () => state.now,
    serviceTime: () => state.now + (state.asked === 0 ? 0 : state.ahead),
    onRead: ({ isFirst }) => void state.firsts.push(isFirst),
  });
  async function read(isForced = false): Promise<SpendReadEvent | undefined> {
    const events: SpendReadEvent[] = [];
    const wanted: SpendRead = { range: JANUARY, unit: 'day', categories: ['llm'], isForced };
    await reader.read(wanted, (event) => events.push(event), undefined);
    return events.at(-1);
  }
  return { state, read };
}

const MODEL = {
  ownerId: 'me',
  productId: '1',
  productName: 'Model',
  category: 'llm',
  billingMethod: '',
  startTime: JANUARY.start,
} as const;

function rowOf(exact: string): BillRow {
  const amount = { whole: undefined, decimal: parseDecimal(exact) };
  return {
    ...MODEL,
    userId: 'me',
    endTime: JANUARY.start + 86_399,
    quantities: [undefined, undefined],
    basePrices: [undefined, undefined],
    discountPrices: [undefined, undefined],
    amount,
    voucherAmount: { whole: undefined, decimal: { value: 0n, scale: 0 } },
    payAmount: amount,
  };
}

it('rereads a closed month on request, and reports a refund in it', async () => {
  const { state, read } = fixture();
  expect(await read()).toEqual({ kind: 'ended', changed: '0' });
  expect(state.asked).toBe(1);
  state.charges = ['10000', '-2500.5'];
  await read();
  expect(state.asked).toBe(1);
  expect(await read(true)).toEqual({ kind: 'ended', changed: '-2500.5' });
  expect(await read(true)).toEqual({ kind: 'ended', changed: '0.0' });
  expect(state.asked).toBe(3);
});

it('rereads a closed month by itself, but seldom', async () => {
  const { state, read } = fixture();
  await read();
  state.now += FRESH_FOR;
  await read();
  expect(state.asked).toBe(1);
  state.now += FINAL_FOR;
  await read();
  expect(state.asked).toBe(2);
});

it('reads an account for the first time once, not once a month', async () => {
  const { state, read } = fixture();
  state.now = Date.UTC(2026, 0, 31);
  await read();
  state.now = Date.UTC(2026, 1, 1, 12);
  await read();
  expect(state.firsts).toEqual([true, false]);
});

it('uses the service’s date on a computer whose clock is days behind, and keeps it open', async () => {
  const { state, read } = fixture();
  state.now = Date.UTC(2026, 0, 28);
  state.ahead = 2 * 86_400_000;
  await read();
  const endOf = (date: number) => Date.UTC(2026, 0, date + 1) / 1000 - 1;
  expect(state.periods).toEqual([
    [JANUARY.start, endOf(28)],
    [JANUARY.start, endOf(30)],
  ]);
});

it('does not close a month that continues at the service', async () => {
  const { state, read } = fixture();
  state.now = Date.UTC(2026, 1, 4); // four days ahead of the service
  state.ahead = -4 * 86_400_000;
  await read();
  state.now += FRESH_FOR;
  await read();
  expect(state.asked).toBe(2);
});

it('rereads bills that were read by a clock that has been set back since', async () => {
  const { state, read } = fixture();
  await read();
  state.now -= 86_400_000;
  await read();
  expect(state.asked).toBe(2);
});

it('reads rows of Gesso 1.0.0 in the unit that is determined later', () => {
  const store = createBillStore(database);
  const key = { connectionId: 'account', cycle: 'Day', category: 'llm' } as const;
  const amount = (exact: string) => ({ exact, hasDecimals: exact.includes('.') });
  const none = { quantities: [], basePrices: [], discountPrices: [], voucherAmount: amount('0') };
  const lines = ['0.00009', '20000']
    .map(amount)
    .map((each) => ({ ...MODEL, ...none, amount: each, payAmount: each }));
  store.write(key, JANUARY, lines, { readAt: 0, isFinal: true });
  // as it stood before: no sums that tell of a unit
  database.exec(`UPDATE bill_units SET facts = '{"repeated":{"count":0,"amount":"0"},"uneven":0}'`);
  expect(store.facts(key, JANUARY).atMost).toBe(1);
  store.fixDecimalUnit('account', 'dollars');
  expect(store.rows(key, JANUARY).map((each) => each.payAmount.exact)).toEqual(['0.9', '20000']);
  const sums = Object.values(store.sums(key, JANUARY, 'category'))[0]?.['llm'];
  expect(sums?.slice(0, 4)).toEqual(['20000.9', '0', '20000.9', 2]);
  expect(store.facts(key, JANUARY).atMost).toBe(0);
});
