/** A client against a server that the test writes, with a folder for what arrives. */
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createServiceClient } from '../http-client.ts';
import type { ServiceClientOptions } from '../service-calls.ts';
import { IMPATIENT_CLOCK } from './impatient-clock.ts';
import { startQuirkyServer, type Behaviour } from './quirky-server.ts';
import { endsWithTest } from '../../../../testing/ends-with-test.ts';

/** The key that no server but the service may see, and no text may hold. */
export const BENCH_KEY = 'gesso-canary-9876543210';

/** Starts a server and a client of it; time passes at once unless a clock is given. */
export async function startClientBench(behaviour: Behaviour, options: ServiceClientOptions = {}) {
  const folder = testFolder();
  const server = await startQuirkyServer(behaviour);
  const logged: string[] = [];
  const client = createServiceClient(
    { baseUrl: server.baseUrl, key: BENCH_KEY },
    { environment: {}, clock: IMPATIENT_CLOCK, log: (line) => logged.push(line), ...options },
  );
  return endsWithTest({
    folder,
    server,
    client,
    logged,
    async [Symbol.asyncDispose]() {
      client.close();
      await server[Symbol.asyncDispose]();
    },
  });
}

export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await call.then(
    () => new Error('the call did not fail'),
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw thrown;
}
