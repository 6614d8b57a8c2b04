import { mediaProducts } from '../ledger/products.ts';
import { limits } from '../limits.ts';
import type { RequestContext, Route } from '../router.ts';
import { pause } from '../waiting.ts';
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
      // What is left of the least duration.
      await pause(context.services.thinkMilliseconds - (performance.now() - begin), context.signal);
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
