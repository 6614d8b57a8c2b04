import { setTimeout as sleep } from 'node:timers/promises';
import { ClientGone } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Answer, RequestContext, Route } from '../router.ts';

export const cleanupRoutes: readonly Route[] = [
  { method: 'POST', path: '/v3/cleanup', handle: cleanup, inspect },
];

async function cleanup(context: RequestContext): Promise<Answer> {
  const begin = performance.now();
  const body = await run(context, false);
  const left = context.services.thinkMilliseconds - (performance.now() - begin);
  if (left > 0) await think(left, context.signal);
  return { status: 200, contentType: 'application/json', body };
}

async function inspect(context: RequestContext): Promise<void> {
  await run(context, true);
}

async function run(context: RequestContext, inspectOnly: boolean): Promise<Uint8Array> {
  const { services, record, signal } = context;
  const body = await context.readJsonBytes(limits.bodyBytes);
  return services.pool.run('cleanup', { body, inspectOnly }, signal, ({ summary, files }) => {
    record.cleanup = summary;
    services.log.keepFiles(record.id, files);
  });
}

async function think(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new ClientGone();
  }
}
