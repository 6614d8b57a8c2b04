import { invalidBody } from '../errors.ts';
import { Fields } from '../fields.ts';
import { limits } from '../limits.ts';
import { parseJsonObject } from '../pictures/json-body.ts';
import { type Answer, jsonAnswer, type RequestContext, type Route } from '../router.ts';
import { categories } from './products.ts';

/** Steering of the books; see docs/practice-service.md. */
export const ledgerAdminRoutes: readonly Route[] = [
  { method: 'GET', path: '/practice/ledger', handle: show },
  { method: 'POST', path: '/practice/ledger', handle: change },
  { method: 'DELETE', path: '/practice/ledger', handle: reset },
  { method: 'POST', path: '/practice/ledger/rows', handle: addRows },
  { method: 'DELETE', path: '/practice/ledger/rows', handle: removeRows },
];

const most = {
  /** 1/10000 USD: a million dollars. */
  balance: 10_000_000_000,
  /** Rows of one answer. */
  rows: 200_000,
  milliseconds: 60_000,
} as const;

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
  const body = parseJsonObject(await context.readJsonBytes(limits.practiceBodyBytes));
  const fields = new Fields(body);
  const { ledger } = context.services;
  const { settings } = ledger;
  const balance = fields.optionalInteger('balance', 0, most.balance);
  const changed = {
    voucherPercent: fields.integer('voucherPercent', settings.voucherPercent, 0, 100),
    hasBillingRole: fields.flag('billingRole', settings.hasBillingRole),
    hasHistory: fields.flag('history', settings.hasHistory),
    queryMilliseconds: fields.integer(
      'queryMilliseconds',
      settings.queryMilliseconds,
      0,
      most.milliseconds,
    ),
    gapMilliseconds: fields.integer(
      'gapMilliseconds',
      settings.gapMilliseconds,
      0,
      most.milliseconds,
    ),
  };
  fields.checkNothingLeft();
  ledger.settings = changed;
  if ('balance' in body) ledger.balance = balance;
  return show(context);
}

function reset(context: RequestContext): Answer {
  context.services.ledger.reset();
  return show(context);
}

async function addRows(context: RequestContext): Promise<Answer> {
  const fields = new Fields(parseJsonObject(await context.readJsonBytes(limits.practiceBodyBytes)));
  const rows = fields.integer('rows', 20_000, 1, most.rows);
  const cycle = fields.text('cycleType', 'Hour');
  const name = fields.text('category', 'llm');
  const category = categories.find((each) => each === name);
  fields.checkNothingLeft();
  if (category === undefined) throw invalidBody(`category is one of ${categories.join(', ')}.`);
  if (cycle !== 'Hour' && cycle !== 'Day') throw invalidBody('cycleType is Hour or Day.');
  return jsonAnswer({ added: context.services.ledger.addRows(rows, category, cycle) }, 201);
}

function removeRows(context: RequestContext): Answer {
  context.services.ledger.removeRows();
  return show(context);
}
