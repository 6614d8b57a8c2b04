/** The three calls that answer with an edited picture: cleanup, text removal, face merge. */
import { MEDIA_PRODUCTS } from '../ledger/products.ts';
import { LIMITS } from '../limits.ts';
import type { RequestContext, Route } from '../router.ts';
import { pause } from '../waiting.ts';

/** The calls that answer with an edited picture ("Synchronous v3 image endpoints"). */
export const PICTURE_ROUTES: readonly Route[] = [
  pictureRoute('cleanup', MEDIA_PRODUCTS.cleanup),
  pictureRoute('remove-text', MEDIA_PRODUCTS.removeText),
  pictureRoute('merge-face', MEDIA_PRODUCTS.mergeFace),
];

type PictureProduct = (typeof MEDIA_PRODUCTS)['cleanup' | 'removeText' | 'mergeFace'];

function pictureRoute(
  kind: 'cleanup' | 'remove-text' | 'merge-face',
  product: PictureProduct,
): Route {
  const run = async (context: RequestContext, inspectOnly: boolean): Promise<Uint8Array> => {
    const { services, signal } = context;
    const body = await context.readJsonBytes(LIMITS.bodyBytes);
    if (!inspectOnly) services.ledger.requireBalance();
    const repeat = inspectOnly ? 0 : services.repeats(kind, body);
    return services.pool.run(kind, { body, inspectOnly, repeat }, signal, (inspected) =>
      context.note(inspected, kind === 'cleanup' ? 'cleanup' : 'summary'),
    );
  };
  return {
    method: 'POST',
    path: `/v3/${kind}`,
    handle: async (context) => {
      const begin = performance.now();
      const body = await run(context, false);
      context.services.ledger.charge({ ...product, quantities: [1] });
      // The rest of the least duration.
      await pause(context.services.thinkMilliseconds - (performance.now() - begin), context.signal);
      return { status: 200, contentType: 'application/json', body };
    },
    inspect: (context) => run(context, true),
  };
}
