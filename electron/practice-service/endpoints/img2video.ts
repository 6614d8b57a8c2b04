/** "POST /v3/async/img2video": a task, a file in the storage, and a webhook. */
import { randomInt } from 'node:crypto';
import { type Answer, jsonAnswer } from '../answer.ts';
import { type Call, readJsonBytes, type Route } from '../call.ts';
import { MEDIA_PRODUCTS } from '../ledger/products.ts';
import { LIMITS } from '../limits.ts';
import type { Task, TaskOutput } from '../tasks/tasks.ts';
import type { VideoOrder } from '../video/call.ts';
import { taskResult } from './tasks.ts';

export const VIDEO_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v3/async/img2video', handle: submit },
];

/** Seconds; 8 to 20 in all. */
const DURATION = {
  queued: 2,
  /** Seconds of processing: without steps, and for each step. */
  base: 5,
  step: 0.2,
  larger: 1.3,
  /** Seconds for which the address of a video is valid. */
  ttl: 3600,
} as const;

/** Upper bound of random seeds, so that any client can hold them. */
const SEED_BOUND = 2 ** 31;

async function submit(call: Call): Promise<Answer> {
  const { services, signal } = call;
  const body = await readJsonBytes(call, LIMITS.bodyBytes);
  const request = { body, seedOtherwise: randomInt(SEED_BOUND) };
  const asked = await services.pool.run('read-video', request, signal);
  const { model, steps, webhook } = asked.parameters;
  const testStatus = webhook?.testStatus ?? null;
  const isTest = testStatus !== null;
  const order = isTest ? greyVideo(asked) : asked;
  if (!isTest) services.ledger.requireBalance();
  const factor = model === 'SVD-XT' ? DURATION.larger : 1;
  const task = services.tasks.submit({
    kind: 'IMG_TO_VIDEO',
    queuedSeconds: isTest ? 0 : DURATION.queued,
    processingSeconds: isTest ? 0 : factor * (DURATION.base + DURATION.step * steps),
    inputBytes: order.samples.byteLength,
    facts: { seed: order.seed },
    ...(testStatus === 'TASK_STATUS_FAILED' && { failure: 'This is a test of the webhook.' }),
    work: ({ id }, closing) => makeFile(call, id, order, closing),
    onEnd: (ended) => finish(call, ended, order, isTest),
  });
  return jsonAnswer({ task_id: task.id });
}

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

async function makeFile(
  { services }: Call,
  id: string,
  order: VideoOrder,
  closing: AbortSignal,
): Promise<readonly TaskOutput[]> {
  const { type } = order.parameters;
  const file = await services.taskPool.run('video', order, closing);
  const key = `results/${id}.${type}`;
  services.storage.put(key, file, type === 'gif' ? 'image/gif' : 'video/mp4');
  return [{ key, type, ttlSeconds: DURATION.ttl }];
}

function finish(call: Call, task: Task, { parameters }: VideoOrder, isTest: boolean): void {
  const { ledger, webhooks, tasks } = call.services;
  if (task.phase === 'succeeded' && !isTest) {
    const { videoSvd, videoSvdXt } = MEDIA_PRODUCTS;
    ledger.charge({ ...(parameters.model === 'SVD' ? videoSvd : videoSvdXt), quantities: [1] });
  }
  if (parameters.webhook === null) return;
  const payload = { event_type: 'ASYNC_TASK_RESULT', payload: taskResult(call, task) };
  webhooks.deliver(parameters.webhook.url, payload, tasks.speed);
}
