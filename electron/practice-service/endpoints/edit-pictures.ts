import { pause, readJsonBytes, type Route } from '../call.ts';
import { MEDIA_PRODUCTS } from '../ledger/products.ts';
import { LIMITS } from '../limits.ts';

/** "Synchronous v3 image endpoints" of the specification. */
export const PICTURE_ROUTES: readonly Route[] = (
  [
    ['cleanup', MEDIA_PRODUCTS.cleanup],
    ['remove-text', MEDIA_PRODUCTS.removeText],
    ['merge-face', MEDIA_PRODUCTS.mergeFace],
  ] as const
).map(([kind, product]) => ({
  method: 'POST',
  path: `/v3/${kind}`,
  handle: async (call) => {
    const { services, signal } = call;
    const begin = performance.now();
    const bytes = await readJsonBytes(call, LIMITS.bodyBytes);
    services.ledger.requireBalance();
    const request = { kind, body: bytes, repeat: services.repeats(kind, bytes) };
    const body = await services.pool.run('edit', request, signal);
    services.ledger.charge({ ...product, quantities: [1] });
    await pause(services.thinkMilliseconds - (performance.now() - begin), signal);
    return { status: 200, contentType: 'application/json', body };
  },
}));
