import { ORPCError, type Context, type Router as RouterOf } from '@orpc/server';
import type { Contract } from '../../../../shared/contract/index.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { OnLeftOut } from '../../library/unreadable.ts';
import { os } from '../../service/common/procedures.ts';
import { withMendedOutputs } from './mended-output.ts';

/**
 * Cleans errors of all procedures, and mends outputs.
 * SECURITY: S18 input and output are validated against the contract.
 */
export function createRouter(
  deps: {
    readonly cleanError: CleanError;
    readonly log: (line: string) => void;
    readonly leftOut: OnLeftOut;
  },
  procedures: RouterOf<Contract, Context>,
) {
  /** No internals cross the boundary. */
  function crossing(path: readonly string[], thrown: unknown): unknown {
    if (thrown instanceof ORPCError) return thrown; // The contract's own checks.
    const error = deps.cleanError(thrown);
    deps.log(`${path.join('.')} ${error.kind}: ${error.message}`);
    return new ORPCError('APP_ERROR', {
      defined: true,
      message: error.message,
      data: error.toData(),
    });
  }

  async function* guarded(path: readonly string[], values: AsyncIterable<unknown>) {
    try {
      yield* values;
    } catch (thrown) {
      throw crossing(path, thrown);
    }
  }

  const mending = withMendedOutputs(procedures, (procedure, places) => {
    deps.leftOut('part of an answer to the window', `${procedure} ${places.join(', ')}`);
  });
  return os
    .use(async ({ next, path }, _input, output) => {
      try {
        const result = await next();
        return isStream(result.output) ? output(guarded(path, result.output)) : result;
      } catch (thrown) {
        throw crossing(path, thrown);
      }
    })
    .router(mending);
}

export type Router = ReturnType<typeof createRouter>;

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
