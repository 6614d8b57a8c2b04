/** Records of calls for tests. */
import type { CallRecord } from '../../../service/client/index.ts';

/** A clean-up that went well. */
export function aRecord(
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
