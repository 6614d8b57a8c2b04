/** "GET /openapi/v1/billing/bill/list" of the specification. */
import { type Answer, jsonAnswer, refused, type ServiceError } from '../answer.ts';
import { type Call, pause, type Route } from '../call.ts';
import { billRows, type Cycle, CYCLES, periodOf, SECONDS_OF } from '../ledger/bills.ts';
import type { HourEntry } from '../ledger/entries.ts';
import { CATEGORIES } from '../ledger/products.ts';

export const BILLING_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/openapi/v1/billing/bill/list', handle: listBills },
];

/** Ms of a query, during which another is refused; long enough for two to meet. */
const QUERY_MILLISECONDS = 20;

/** Largest Unix time that is accepted: the year 9999. */
const LATEST = 253_402_300_799;

const LONGEST_DAYS: Readonly<Partial<Record<Cycle, number>>> = { Hour: 7, Day: 31 };

async function listBills({ services, url, signal }: Call): Promise<Answer> {
  const { ledger } = services;
  if (!ledger.hasBillingRole) {
    throw refused(403, 'BILLING_AUTH_FAILED', 'This key has no role that may read bills.');
  }
  const query = readQuery(url.searchParams, ledger.now);
  if (!ledger.beginQuery()) {
    throw refused(429, 'LIST_BILL_TOO_FAST', 'Ask for one list of bills after another.');
  }
  try {
    await pause(QUERY_MILLISECONDS, signal);
    const from = periodOf(query.cycle, query.start).start / SECONDS_OF.hour;
    const to = Math.floor(periodOf(query.cycle, query.end).end / SECONDS_OF.hour);
    const entries = ledger.entries(query.category, from, to).filter(query.isAsked);
    const bills = billRows(entries, query.cycle, query.category === 'summary');
    return jsonAnswer({ bills });
  } finally {
    ledger.endQuery();
  }
}

/** @param now stands in for an absent or zero `endTime` @throws ServiceError 400 */
function readQuery(parameters: URLSearchParams, now: number) {
  const cycle = readChoice(parameters, 'cycleType', CYCLES, 'INVALID_BILL_CYCLE');
  const categories = ['summary', ...CATEGORIES] as const;
  const reason = 'INVALID_PRODUCT_CATEGORY';
  const category = readChoice(parameters, 'productCategory', categories, reason);
  const longest = (LONGEST_DAYS[cycle] ?? Infinity) * SECONDS_OF.day;
  const end = readTime(parameters, 'endTime') || now;
  const start = readTime(parameters, 'startTime') || Math.max(0, end - longest + 1);
  if (start > end) {
    throw invalidQuery('startTime', 'startTime lies after endTime.', 'startTime <= endTime');
  }
  if (end - start > longest) {
    const [most, asked] = [longest, end - start].map((range) => range / SECONDS_OF.day);
    const message = `A query by ${cycle} may span at most ${most} days, but this one spans ${asked?.toFixed(1)}.`;
    throw invalidQuery('startTime', message, `endTime - startTime <= ${longest}`);
  }
  const productName = (parameters.get('productName') ?? '').trim().toLowerCase();
  const ownerId = (parameters.get('ownerId') ?? '').trim();
  const isAsked = (entry: HourEntry): boolean =>
    entry.productName.toLowerCase().includes(productName) &&
    (ownerId === '' || entry.ownerId === ownerId);
  return { cycle, category, start, end, isAsked };
}

function readChoice<const Value extends string>(
  parameters: URLSearchParams,
  field: string,
  values: readonly Value[],
  reason: string,
): Value {
  const given = parameters.get(field);
  const value = values.find((each) => each === given);
  if (value !== undefined) return value;
  const range = values.join(', ');
  const message = `${field} must be one of ${range}.`;
  throw refused(400, reason, message, { field, range, value: given ?? '' });
}

/** Unix seconds; 0 when absent or empty. */
function readTime(parameters: URLSearchParams, field: string): number {
  const given = parameters.get(field) ?? '';
  if (given === '') return 0;
  if (/^\d{1,12}$/u.test(given) && Number(given) <= LATEST) return Number(given);
  throw invalidQuery(field, `${field} must be Unix time in seconds.`, `0 <= x <= ${LATEST}`);
}

function invalidQuery(field: string, message: string, range: string): ServiceError {
  return refused(400, 'INVALID_REQUEST_BODY', message, { field, range });
}
