/** The real practice service for tests of the backend, which itself does not know it. */
import { startService as start, type Service } from '../practice-service/test-support.ts';

export { TEST_KEY as testKey, type Service } from '../practice-service/test-support.ts';

/** Starts a service on a free port that fills and finds as quickly as it can. */
export function startService(options: Parameters<typeof start>[0] = {}): Promise<Service> {
  return start({ isQuick: true, ...options });
}
