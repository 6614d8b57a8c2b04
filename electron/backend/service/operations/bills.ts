/** GET /openapi/v1/billing/bill/list (specification, section of this name). */
import {
  billQueryParameters,
  BILLS_PATH,
  billsOfAnswer,
  type BillQuery,
  type BillRow,
} from '../../../../shared/api/billing.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';
import { jsonCall } from './json-call.ts';

/** See `ServiceClient.listBills`. */
export async function listBills(
  service: ServiceCalls,
  query: BillQuery,
  options: CallOptions,
): Promise<readonly BillRow[]> {
  const parameters = billQueryParameters(query);
  return await jsonCall(
    service,
    { method: 'GET', path: BILLS_PATH, group: 'media', query: parameters },
    options,
    billsOfAnswer,
    'the answer contains no bills',
  );
}
