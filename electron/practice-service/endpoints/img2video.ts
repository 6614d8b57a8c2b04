/**
 * Videos from a picture ("POST /v3/async/img2video"): a task, a file in the storage, and a webhook.
 */
import { randomInt } from 'node:crypto';
import { type Answer, jsonAnswer } from '../answer.ts';
import { MEDIA_PRODUCTS } from '../ledger/products.ts';
import { LIMITS } from '../limits.ts';
import type { RequestContext, Route } from '../router.ts';
import { noQuirks, type Task, type TaskOrder, type TaskOutput } from '../tasks/tasks.ts';
import type { VideoOrder } from '../video/call.ts';
import { taskResult } from './tasks.ts';

export const VIDEO_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v3/async/img2video',
    handle: submit,
    inspect: (context) => read(context, true),
  },
];

const DURATION = {
  /** Seconds in the queue. */
  queued: 2,
  /** Seconds of processing without any step, and for each step. */
  base: 5,
  step: 0.2,
  /** Factor for the larger model. */
  larger: 1.3,
  /** Seconds for which the address of a video is valid. */
  ttl: 3600,
} as const;

/** A random seed is below this, so that any client can hold it. */
const SEED_BOUND = 2 ** 31;

async function submit(context: RequestContext): Promise<Answer> {
  const { services } = context;
  const asked = await read(context, false);
  const isTest = (asked.parameters.webhook?.testStatus ?? null) !== null;
  const order = isTest ? greyVideo(asked) : asked;
  if (!isTest) services.ledger.requireBalance();
  const task = services.tasks.submit({
    kind: 'IMG_TO_VIDEO',
    ...(isTest ? testPlan(order) : plan(context, order)),
    inputBytes: order.samples.byteLength,
    facts: { seed: order.seed },
    work: (task, signal) => makeVideo(context, task, order, signal),
    onEnd: (task) => finish(context, task, order, isTest),
  });
  return jsonAnswer({ task_id: task.id });
}

async function read(context: RequestContext, inspectOnly: boolean): Promise<VideoOrder> {
  const { services, signal, note } = context;
  const body = await context.readJsonBytes(LIMITS.bodyBytes);
  const request = { body, inspectOnly, seedOtherwise: randomInt(SEED_BOUND) };
  return services.pool.run('read-video', request, signal, note);
}

type Plan = Pick<TaskOrder, 'queuedSeconds' | 'processingSeconds' | 'quirks'>;

/** 8 to 20 seconds in all, by model and steps. */
function plan(context: RequestContext, { parameters }: VideoOrder): Plan {
  const factor = parameters.model === 'SVD-XT' ? DURATION.larger : 1;
  return {
    queuedSeconds: DURATION.queued,
    processingSeconds: factor * (DURATION.base + DURATION.step * parameters.steps),
    quirks: context.taskQuirks ?? noQuirks(),
  };
}

/** A small grey video in place of the real one. */
function greyVideo({ parameters, seed }: VideoOrder): VideoOrder {
  const size = { width: 64, height: 36 };
  return {
    parameters: { ...parameters, type: 'mp4', isInterpolated: false },
    seed,
    frame: size,
    picture: size,
    samples: new Uint8Array(3 * size.width * size.height).fill(128),
  };
}

/** A test of the webhook ends at once, as it was asked to. */
function testPlan({ parameters }: VideoOrder): Plan {
  const isGood = parameters.webhook?.testStatus === 'TASK_STATUS_SUCCEED';
  return {
    queuedSeconds: 0,
    processingSeconds: 0,
    quirks: {
      ...noQuirks(),
      end: isGood ? 'succeeded' : 'failed',
      reason: isGood ? '' : 'This is a test of the webhook.',
    },
  };
}

async function makeVideo(
  context: RequestContext,
  task: Task,
  order: VideoOrder,
  signal: AbortSignal,
): Promise<readonly TaskOutput[]> {
  const { taskPool, storage } = context.services;
  const { type } = order.parameters;
  const file = await taskPool.run('video', order, signal);
  const key = `results/${task.id}.${type}`;
  storage.put(key, file, type === 'gif' ? 'image/gif' : 'video/mp4');
  return [{ key, type, ttlSeconds: DURATION.ttl }];
}

function finish(
  context: RequestContext,
  task: Task,
  { parameters }: VideoOrder,
  isTest: boolean,
): void {
  const { ledger, webhooks, tasks } = context.services;
  if (task.phase === 'succeeded' && !isTest) {
    const product =
      parameters.model === 'SVD-XT' ? MEDIA_PRODUCTS.videoSvdXt : MEDIA_PRODUCTS.videoSvd;
    ledger.charge({ ...product, quantities: [1] });
  }
  if (parameters.webhook === null) return;
  const payload = { event_type: 'ASYNC_TASK_RESULT', payload: taskResult(context, task) };
  webhooks.deliver(task.id, parameters.webhook.url, payload, tasks.speed);
}
