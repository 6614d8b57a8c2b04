/** The list of bills ("GET /openapi/v1/billing/bill/list" of the specification). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, jsonAnswer } from '../answer.ts';
import { ClientGone, refused } from '../errors.ts';
import { type BillQuery, readBillQuery } from '../ledger/bill-query.ts';
import { type BillEntry, billRows, summaryRows } from '../ledger/bills.ts';
import type { HourEntry } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { periodOf, SECONDS_OF } from '../ledger/periods.ts';
import type { RequestContext, Route } from '../router.ts';

export const BILLING_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/openapi/v1/billing/bill/list', handle: listBills },
];

/** One query after another, as the service has it. */
async function listBills(context: RequestContext): Promise<Answer> {
  const { ledger } = context.services;
  if (!ledger.settings.hasBillingRole) {
    throw refused(403, 'BILLING_AUTH_FAILED', 'This key has no role that may read bills.');
  }
  const query = readBillQuery(context.url.searchParams, ledger.now);
  if (!ledger.queries.begin()) {
    throw refused(429, 'LIST_BILL_TOO_FAST', 'Ask for one list of bills after another.');
  }
  try {
    await sleep(ledger.settings.queryMilliseconds, undefined, { signal: context.signal });
    return jsonAnswer({ bills: rowsOf(ledger, query) });
  } catch (error) {
    throw context.signal.aborted ? new ClientGone() : error;
  } finally {
    ledger.queries.end(ledger.settings.gapMilliseconds);
  }
}

/** The rows of all periods that the asked range touches, each of them whole. */
function rowsOf(ledger: Ledger, query: BillQuery): readonly BillEntry[] {
  const from = periodOf(query.cycle, query.start).start / SECONDS_OF.hour;
  const to = Math.floor(periodOf(query.cycle, query.end).end / SECONDS_OF.hour);
  const category = query.category === 'summary' ? null : query.category;
  const entries = filtered(ledger.entries(category, from, to), query);
  return query.category === 'summary'
    ? summaryRows(entries, query.cycle)
    : billRows(entries, query.cycle);
}

function* filtered(entries: Iterable<HourEntry>, query: BillQuery): Generator<HourEntry> {
  for (const entry of entries) {
    if (!entry.productName.toLowerCase().includes(query.productName)) continue;
    if (query.ownerId !== '' && entry.ownerId !== query.ownerId) continue;
    yield entry;
  }
}
