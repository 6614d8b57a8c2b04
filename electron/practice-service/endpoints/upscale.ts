import { ServiceError } from '../errors.ts';
import { legacyAnswer } from '../legacy-envelope.ts';
import { mediaProducts } from '../ledger/products.ts';
import { limits } from '../limits.ts';
import type { Answer, RequestContext, Route } from '../router.ts';
import { taskQuirks } from '../task-faults.ts';
import { progressData } from '../tasks/progress-data.ts';
import { nextQuirk } from '../tasks/quirks.ts';
import { noQuirks, type Task, type TaskOutput } from '../tasks/task.ts';
import type { UpscaleOrder } from '../upscale/order.ts';
import { resultUrl } from './result-url.ts';

const progressPath = '/v2/progress';

export const upscaleRoutes: readonly Route[] = [
  { method: 'POST', path: '/v2/upscale', handle: submit, inspect },
  { method: 'GET', path: progressPath, handle: progress },
];

const duration = {
  /** Seconds in the queue. */
  queued: 0.8,
  /** Seconds of processing, and for each megapixel of the result, up to so many in all. */
  base: 1.5,
  megapixel: 0.1,
  most: 3.2,
} as const;

async function submit(context: RequestContext): Promise<Answer> {
  const { services } = context;
  const order = await read(context, false);
  services.ledger.requireBalance();
  const megapixels = (order.plan.cropWidth * order.plan.cropHeight) / 1e6;
  const task = services.tasks.submit({
    kind: 'UPSCALE',
    queuedSeconds: duration.queued,
    processingSeconds: Math.min(duration.most, duration.base + duration.megapixel * megapixels),
    inputBytes: order.image.byteLength,
    facts: { info: order.info },
    quirks: taskQuirks(context.fault) ?? noQuirks(),
    work: (task, signal) => makeLarger(context, task, order, signal),
    onEnd: (task) => {
      if (task.phase !== 'succeeded') return;
      services.ledger.charge({ ...mediaProducts.upscale, quantities: [1] });
    },
  });
  return legacyAnswer({ task_id: task.id, warn: '' });
}

async function inspect(context: RequestContext): Promise<void> {
  await read(context, true);
}

async function read(context: RequestContext, inspectOnly: boolean): Promise<UpscaleOrder> {
  const { services, record, signal } = context;
  const body = await context.readJsonBytes(limits.bodyBytes);
  return services.pool.run('read-upscale', { body, inspectOnly }, signal, ({ summary, files }) => {
    record.summary = summary;
    services.log.keepFiles(record.id, files);
  });
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
  return [{ key, type: 'png', ttlSeconds: order.parameters.ttlSeconds }];
}

function progress(context: RequestContext): Answer {
  const { tasks } = context.services;
  const id = context.url.searchParams.get('task_id') ?? '';
  const task = tasks.find(id, 'UPSCALE');
  const quirk = task === null ? 'missing' : nextQuirk(task);
  if (task === null || quirk === 'missing') {
    throw new ServiceError({
      status: 404,
      reason: 'TASK_NOT_FOUND',
      message: 'No task has this id.',
      metadata: { task_id: id },
    });
  }
  const data = progressData(task, tasks, (key, seconds) =>
    resultUrl(context, progressPath, key, seconds),
  );
  return legacyAnswer(quirk === null ? data : { ...data, status: quirk.status, imgs: null });
}
