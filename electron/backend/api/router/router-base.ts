import { implement, ORPCError } from '@orpc/server';
import { contract } from '../../../../shared/contract/index.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { OnLeftOut } from '../../library/unreadable.ts';
import { withMendedOutputs } from './mended-output.ts';

/** Errors of the stream cross the boundary as data. */
export type Guarded = <T>(
  path: readonly string[],
  values: AsyncGenerator<T, void, void>,
) => AsyncGenerator<T, void, void>;

export type RouterOs = ReturnType<typeof createRouterBase>['os'];

export function createRouterBase(deps: {
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  /** Called when output was removed because it violates the contract. */
  readonly leftOut: OnLeftOut;
}) {
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

  async function* guarded<T>(
    path: readonly string[],
    values: AsyncGenerator<T, void, void>,
  ): AsyncGenerator<T, void, void> {
    try {
      yield* values;
    } catch (thrown) {
      throw crossing(path, thrown);
    }
  }

  const mending = withMendedOutputs(contract, (procedure, places) => {
    deps.leftOut('part of an answer to the window', `${procedure} ${places.join(', ')}`);
  });
  const os = implement(mending).use(async ({ next, path }) => {
    try {
      return await next();
    } catch (thrown) {
      throw crossing(path, thrown);
    }
  });

  return { os, guarded };
}
