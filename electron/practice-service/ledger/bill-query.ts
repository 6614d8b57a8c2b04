/** The query of a list of bills, with the refusals that the specification names. */
import { refused, type ServiceError } from '../errors.ts';
import { type Cycle, CYCLES, LONGEST_RANGE, SECONDS_OF } from './periods.ts';
import { CATEGORIES, type ProductCategory } from './products.ts';

/** A query of "GET /openapi/v1/billing/bill/list", checked and with its defaults filled in. */
export interface BillQuery {
  readonly cycle: Cycle;
  readonly category: ProductCategory | 'summary';
  /** Part of a product's name in lower case, or empty for all. */
  readonly productName: string;
  /** Exact owner, or empty for all. */
  readonly ownerId: string;
  /** First second that is asked for. */
  readonly start: number;
  /** Last second that is asked for. */
  readonly end: number;
}

/** Largest Unix time that is taken: the year 9999. */
const LATEST = 253_402_300_799;

/**
 * Reads the parameters of a query.
 *
 * @param now Unix seconds; stands in for an absent or zero `endTime`
 * @throws ServiceError 400 INVALID_BILL_CYCLE, INVALID_PRODUCT_CATEGORY or INVALID_REQUEST_BODY
 */
export function readBillQuery(parameters: URLSearchParams, now: number): BillQuery {
  const cycle = readChoice(parameters, 'cycleType', CYCLES, 'INVALID_BILL_CYCLE');
  const category = readChoice(
    parameters,
    'productCategory',
    ['summary', ...CATEGORIES],
    'INVALID_PRODUCT_CATEGORY',
  );
  const longest = LONGEST_RANGE[cycle];
  const end = readTime(parameters, 'endTime') || now;
  const earliest = longest === undefined ? 0 : Math.max(0, end - longest + 1);
  const start = readTime(parameters, 'startTime') || earliest;
  if (start > end) {
    throw invalidQuery('startTime', 'startTime lies after endTime.', 'startTime <= endTime');
  }
  if (longest !== undefined && end - start > longest) {
    const days = longest / SECONDS_OF.day;
    throw invalidQuery(
      'startTime',
      `A query by ${cycle} may span at most ${days} days, but this one spans ${((end - start) / SECONDS_OF.day).toFixed(1)}.`,
      `endTime - startTime <= ${longest}`,
    );
  }
  return {
    cycle,
    category,
    productName: (parameters.get('productName') ?? '').trim().toLowerCase(),
    ownerId: (parameters.get('ownerId') ?? '').trim(),
    start,
    end,
  };
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
  throw refused(
    400,
    reason,
    given === null
      ? `The parameter ${field} is missing; it is one of ${values.join(', ')}.`
      : `${field} must be one of ${values.join(', ')}.`,
    { field, range: values.join(', '), value: given ?? '' },
  );
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
