/** The real practice service for tests of the backend, which itself does not know it. */
import { startService as start } from '../practice-service/test-support.ts';
import { endsWithTest } from './ends-with-test.ts';

export { TEST_KEY as testKey } from '../practice-service/test-support.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts a service on a free port that fills and finds as quickly as it can. */
export async function startService(options: Parameters<typeof start>[0] = {}) {
  const service = await start({ isQuick: true, ...options });
  return endsWithTest({ ...service, [Symbol.asyncDispose]: () => service.server.close() });
}
