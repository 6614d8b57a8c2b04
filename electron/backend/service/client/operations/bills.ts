import {
  billQueryParameters,
  BILLS_PATH,
  billsOfAnswer,
  type BillQuery,
  type BillRow,
} from '../../../../../shared/api/billing.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';
import { jsonCall } from './json-call.ts';

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
