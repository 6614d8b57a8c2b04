/** Upscaling ("POST /v2/upscale"): a task and a file in the storage, in the older envelope. */
import type { Answer } from '../answer.ts';
import { legacyAnswer } from '../legacy-envelope.ts';
import { MEDIA_PRODUCTS } from '../ledger/products.ts';
import { LIMITS } from '../limits.ts';
import type { RequestContext, Route } from '../router.ts';
import { noQuirks, type Task, type TaskOutput, type TaskQuirks } from '../tasks/tasks.ts';
import { planOf, type UpscaleOrder, type UpscalePlan } from '../upscale/call.ts';

export const UPSCALE_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v2/upscale',
    handle: submit,
    inspect: (context) => read(context, true),
  },
];

const DURATION = {
  /** Seconds in the queue. */
  queued: 0.8,
  /** Seconds of processing, more for each megapixel of the result, and the most in all. */
  base: 1.5,
  megapixel: 0.1,
  most: 3.2,
} as const;

async function submit(context: RequestContext): Promise<Answer> {
  const { services } = context;
  const quirks = context.taskQuirks ?? noQuirks();
  const checked = await read(context, false);
  const order = { ...checked, plan: planWith(checked, quirks) };
  services.ledger.requireBalance();
  const megapixels = (order.plan.cropWidth * order.plan.cropHeight) / 1e6;
  const task = services.tasks.submit({
    kind: 'UPSCALE',
    queuedSeconds: DURATION.queued,
    processingSeconds: Math.min(DURATION.most, DURATION.base + DURATION.megapixel * megapixels),
    inputBytes: order.image.byteLength,
    facts: { info: order.info },
    quirks,
    work: (task, signal) => makeLarger(context, task, order, signal),
    onEnd: (task) => {
      if (task.phase !== 'succeeded') return;
      services.ledger.charge({ ...MEDIA_PRODUCTS.upscale, quantities: [1] });
    },
  });
  return legacyAnswer({ task_id: task.id, warn: '' });
}

/** The sizes as another service would make them, where that was asked for. */
function planWith(order: UpscaleOrder, { rounding, otherSize }: TaskQuirks): UpscalePlan {
  const { inputWidth, inputHeight } = order;
  if (otherSize === null) return planOf(inputWidth, inputHeight, order.target, rounding);
  const target = { mode: 'size', crop: true, ...otherSize } as const;
  const { width, height } = otherSize;
  // the whole picture, stretched: nothing is cut
  return { ...planOf(inputWidth, inputHeight, target, 'exact'), width, height, left: 0, top: 0 };
}

async function read(context: RequestContext, inspectOnly: boolean): Promise<UpscaleOrder> {
  const { services, signal, note } = context;
  const body = await context.readJsonBytes(LIMITS.bodyBytes);
  return services.pool.run('read-upscale', { body, inspectOnly }, signal, note);
}

async function makeLarger(
  context: RequestContext,
  task: Task,
  order: UpscaleOrder,
  signal: AbortSignal,
): Promise<readonly TaskOutput[]> {
  const { taskPool, storage } = context.services;
  const file = await taskPool.run('upscale', order, signal);
  const key = `results/${task.id}.png`;
  storage.put(key, file, 'image/png');
  return [{ key, type: 'png', ttlSeconds: order.ttlSeconds }];
}
