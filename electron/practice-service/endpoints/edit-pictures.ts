import { setTimeout as sleep } from 'node:timers/promises';
import { ClientGone } from '../errors.ts';
import { mediaProducts } from '../ledger/products.ts';
import { limits } from '../limits.ts';
import type { RequestContext, Route } from '../router.ts';
import type { Inspected } from '../work/messages.ts';

/** The calls that answer with an edited picture ("Synchronous v3 image endpoints"). */
export const pictureRoutes: readonly Route[] = [
  pictureRoute('cleanup', mediaProducts.cleanup, (context, summary) => {
    context.record.cleanup = summary;
  }),
  pictureRoute('remove-text', mediaProducts.removeText, noteSummary),
  pictureRoute('merge-face', mediaProducts.mergeFace, noteSummary),
];

type PictureProduct = (typeof mediaProducts)['cleanup' | 'removeText' | 'mergeFace'];

function pictureRoute(
  kind: 'cleanup' | 'remove-text' | 'merge-face',
  product: PictureProduct,
  note: (context: RequestContext, summary: Inspected['summary']) => void,
): Route {
  const run = async (context: RequestContext, inspectOnly: boolean): Promise<Uint8Array> => {
    const { services, record, signal } = context;
    const body = await context.readJsonBytes(limits.bodyBytes);
    if (!inspectOnly) services.ledger.requireBalance();
    return services.pool.run(kind, { body, inspectOnly }, signal, ({ summary, files }) => {
      note(context, summary);
      services.log.keepFiles(record.id, files);
    });
  };
  return {
    method: 'POST',
    path: `/v3/${kind}`,
    handle: async (context) => {
      const begin = performance.now();
      const body = await run(context, false);
      context.services.ledger.charge({ ...product, quantities: [1] });
      await think(context, performance.now() - begin);
      return { status: 200, contentType: 'application/json', body };
    },
    inspect: async (context) => {
      await run(context, true);
    },
  };
}

function noteSummary(context: RequestContext, summary: Inspected['summary']): void {
  context.record.summary = summary;
}

/** Waits for what is left of the least duration. */
async function think({ services, signal }: RequestContext, passed: number): Promise<void> {
  const left = services.thinkMilliseconds - passed;
  if (left <= 0) return;
  try {
    await sleep(left, undefined, { signal });
  } catch {
    throw new ClientGone();
  }
}
