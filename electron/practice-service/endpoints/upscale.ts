/** "POST /v2/upscale": a task and a file in the storage, in the older envelope. */
import { type Answer, envelope } from '../answer.ts';
import { type Call, readJsonBytes, type Route } from '../call.ts';
import { MEDIA_PRODUCTS } from '../ledger/products.ts';
import { LIMITS } from '../limits.ts';

export const UPSCALE_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v2/upscale', handle: submit },
];

const DURATION = {
  queued: 0.8,
  base: 1.5,
  megapixel: 0.1,
  most: 3.2,
} as const;

async function submit(call: Call): Promise<Answer> {
  const { services, signal } = call;
  const body = await readJsonBytes(call, LIMITS.bodyBytes);
  const order = await services.pool.run('read-upscale', { body }, signal);
  services.ledger.requireBalance();
  const { width, height } = order.plan.canvas;
  const megapixels = (width * height) / 1e6;
  const task = services.tasks.submit({
    kind: 'UPSCALE',
    queuedSeconds: DURATION.queued,
    processingSeconds: Math.min(DURATION.most, DURATION.base + DURATION.megapixel * megapixels),
    inputBytes: order.image.byteLength,
    facts: { info: order.info },
    work: async ({ id }, closing) => {
      const file = await services.taskPool.run('upscale', order, closing);
      const key = `results/${id}.png`;
      services.storage.put(key, file, 'image/png');
      return [{ key, type: 'png', ttlSeconds: order.ttlSeconds }];
    },
    onEnd: ({ phase }) => {
      if (phase !== 'succeeded') return;
      services.ledger.charge({ ...MEDIA_PRODUCTS.upscale, quantities: [1] });
    },
  });
  return envelope({ task_id: task.id, warn: '' });
}
