/**
 * Steering: faults, rate limits, the clock, and a look at received calls. It is loaded for tests
 * and for `npm run practice`, never by the program: a service that users work with cannot be made to
 * go wrong by a call.
 */
import type { Steering } from '../server.ts';
import { callRoutes } from './call-routes.ts';
import { faultedCall, refusedCall } from './changed-calls.ts';
import { createFaultStore } from './faults.ts';
import { LANGUAGE_ROUTES } from './language-routes.ts';
import { LEDGER_ROUTES } from './ledger-routes.ts';
import { createRateLimits } from './rate-limits.ts';
import { createRequestLog } from './request-log.ts';
import { stateRoutes } from './state-routes.ts';

/** The steering of one service; nothing goes wrong until it is asked for. */
export function createSteering(): Steering {
  const faults = createFaultStore();
  const rateLimits = createRateLimits();
  const log = createRequestLog();
  return {
    routes: [
      ...callRoutes(faults, log),
      ...stateRoutes(rateLimits),
      ...LANGUAGE_ROUTES,
      ...LEDGER_ROUTES,
    ],
    hooks: {
      remember: log.add,
      keepFiles: log.keepFiles,
      takeChange: (path) => {
        const fault = faults.take(path);
        if (fault !== null) return faultedCall(fault);
        const refusal = rateLimits.take(path);
        return refusal === null ? null : refusedCall(refusal.retryAfterSeconds);
      },
      takeExpiredUrl: faults.takeExpiredUrl,
    },
  };
}
