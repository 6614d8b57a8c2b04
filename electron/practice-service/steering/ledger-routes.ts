/** The steering calls of the books: balance, settings, and rows in bulk. */
import { type Answer, jsonAnswer } from '../answer.ts';
import { invalidBody } from '../errors.ts';
import { readFields, receiveFields, receiveObject } from './fields.ts';
import type { RequestContext, Route } from '../router.ts';
import { entryOf, type HourEntry } from '../ledger/entries.ts';
import { SECONDS_OF } from '../ledger/bills.ts';
import { CATEGORIES, type ProductCategory } from '../ledger/products.ts';

/** Steering of the books; see docs/practice-service.md. */
export const LEDGER_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/practice/ledger', handle: show },
  { method: 'POST', path: '/practice/ledger', handle: change },
  { method: 'DELETE', path: '/practice/ledger', handle: reset },
  { method: 'POST', path: '/practice/ledger/rows', handle: addRows },
  { method: 'DELETE', path: '/practice/ledger/rows', handle: removeRows },
];

const MOST = {
  /** 1/10000 USD: a million dollars. */
  balance: 10_000_000_000,
  /** Rows of one answer. */
  rows: 200_000,
  milliseconds: 60_000,
} as const;

/** Periods in the longest query, over which added rows are spread. */
const PERIODS_OF = { Hour: 168, Day: 31 } as const;

function show(context: RequestContext): Answer {
  const { ledger } = context.services;
  const { settings, balance } = ledger;
  return jsonAnswer({
    balance,
    voucherPercent: settings.voucherPercent,
    billingRole: settings.hasBillingRole,
    history: settings.hasHistory,
    queryMilliseconds: settings.queryMilliseconds,
    gapMilliseconds: settings.gapMilliseconds,
  });
}

/** Changes the settings that are given; `balance: null` takes the end of the balance away. */
async function change(context: RequestContext): Promise<Answer> {
  const body = await receiveObject(context);
  const fields = readFields(body);
  const { ledger } = context.services;
  const { settings } = ledger;
  const balance = fields.optionalInteger('balance', 0, MOST.balance);
  const changed = {
    voucherPercent: fields.integer('voucherPercent', settings.voucherPercent, 0, 100),
    hasBillingRole: fields.flag('billingRole', settings.hasBillingRole),
    hasHistory: fields.flag('history', settings.hasHistory),
    queryMilliseconds: fields.integer(
      'queryMilliseconds',
      settings.queryMilliseconds,
      0,
      MOST.milliseconds,
    ),
    gapMilliseconds: fields.integer(
      'gapMilliseconds',
      settings.gapMilliseconds,
      0,
      MOST.milliseconds,
    ),
  };
  fields.checkNothingLeft();
  ledger.changeSettings(changed);
  if ('balance' in body) ledger.setBalance(balance);
  return show(context);
}

function reset(context: RequestContext): Answer {
  context.services.ledger.reset();
  return show(context);
}

async function addRows(context: RequestContext): Promise<Answer> {
  const fields = await receiveFields(context);
  const rows = fields.integer('rows', 20_000, 1, MOST.rows);
  const cycle = fields.text('cycleType', 'Hour');
  const name = fields.text('category', 'llm');
  const category = CATEGORIES.find((each) => each === name);
  fields.checkNothingLeft();
  if (category === undefined) throw invalidBody(`category is one of ${CATEGORIES.join(', ')}.`);
  if (cycle !== 'Hour' && cycle !== 'Day') throw invalidBody('cycleType is Hour or Day.');
  const { ledger } = context.services;
  const added = bulkRows(rows, category, cycle, Math.floor(ledger.now / SECONDS_OF.hour));
  ledger.addRows(added);
  return jsonAnswer({ added: added.length }, 201);
}

/** Entries of many owners, so that the longest query of a category has at least this many rows. */
function bulkRows(
  rows: number,
  category: ProductCategory,
  cycle: keyof typeof PERIODS_OF,
  lastHour: number,
): readonly HourEntry[] {
  const periods = PERIODS_OF[cycle];
  const owners = Math.ceil(rows / periods);
  const hours = cycle === 'Day' ? 24 : 1;
  return Array.from({ length: periods * owners }, (_none, index) => {
    const period = Math.floor(index / owners);
    const owner = 1 + (index % owners);
    const charge = {
      category,
      productName: `Bulk ${1 + (owner % 7)}`,
      unitPrices: [13],
      pricePrecision: 10,
      quantities: [1 + ((owner + period) % 40)],
      ownerId: `bulk-${String(owner).padStart(5, '0')}`,
    } as const;
    return entryOf(charge, lastHour - period * hours, 0);
  });
}

function removeRows(context: RequestContext): Answer {
  context.services.ledger.removeRows();
  return show(context);
}
