import { ServiceError } from '../errors.ts';
import { Fields } from '../fields.ts';
import { limits } from '../limits.ts';
import { parseJsonObject } from '../pictures/json-body.ts';
import { readRateLimit } from '../rate-limits.ts';
import { type Answer, jsonAnswer, type RequestContext, type Route } from '../router.ts';

/** What tests look at and steer beside requests and faults: tasks, webhooks, uploads, rate limits, the clock. */
export const practiceStateRoutes: readonly Route[] = [
  { method: 'GET', path: '/practice/tasks', handle: listTasks },
  { method: 'GET', path: '/practice/webhooks', handle: listWebhooks },
  { method: 'DELETE', path: '/practice/webhooks', handle: clearWebhooks },
  { method: 'GET', path: '/practice/assets', handle: listAssets },
  { method: 'GET', path: '/practice/assets/:id', handle: uploadedFile },
  { method: 'GET', path: '/practice/rate-limits', handle: listRateLimits },
  { method: 'POST', path: '/practice/rate-limits', handle: setRateLimit },
  { method: 'DELETE', path: '/practice/rate-limits', handle: clearRateLimits },
  { method: 'GET', path: '/practice/clock', handle: clock },
  { method: 'POST', path: '/practice/clock', handle: setClock },
];

const clockRanges = {
  /** Seconds in either direction: ten years. */
  skew: 315_360_000,
  /** Times as fast as the real tasks. */
  speed: 1_000_000,
} as const;

function listTasks(context: RequestContext): Answer {
  return jsonAnswer({ tasks: context.services.tasks.list() });
}

function listWebhooks(context: RequestContext): Answer {
  return jsonAnswer({ webhooks: context.services.webhooks.list() });
}

function clearWebhooks(context: RequestContext): Answer {
  context.services.webhooks.clear();
  return jsonAnswer({ webhooks: [] });
}

function listAssets(context: RequestContext): Answer {
  return jsonAnswer({ assets: context.services.assets.list() });
}

/** The exact bytes of an uploaded training picture. */
function uploadedFile(context: RequestContext): Answer {
  const { assets, storage } = context.services;
  const asset = assets.list().find((each) => String(each.assets_id) === context.parameters['id']);
  const object = asset === undefined ? null : storage.get(asset.key);
  if (object === null) {
    throw new ServiceError({
      status: 404,
      reason: 'FILE_NOT_KEPT',
      message: 'Nothing was uploaded for this asset, or it is not kept any more.',
    });
  }
  return { status: 200, contentType: object.contentType, body: object.bytes };
}

function listRateLimits(context: RequestContext): Answer {
  return jsonAnswer({ rateLimits: context.services.rateLimits.list() });
}

async function setRateLimit(context: RequestContext): Promise<Answer> {
  const bytes = await context.readJsonBytes(limits.practiceBodyBytes);
  context.services.rateLimits.set(readRateLimit(new Fields(parseJsonObject(bytes))));
  return listRateLimits(context);
}

function clearRateLimits(context: RequestContext): Answer {
  context.services.rateLimits.clear();
  return listRateLimits(context);
}

function clock(context: RequestContext): Answer {
  const { clock, tasks } = context.services;
  return jsonAnswer({
    now: clock.now(),
    skewSeconds: clock.skewMilliseconds / 1000,
    taskSpeed: tasks.speed,
  });
}

async function setClock(context: RequestContext): Promise<Answer> {
  const { clock: serviceClock, tasks } = context.services;
  const bytes = await context.readJsonBytes(limits.practiceBodyBytes);
  const fields = new Fields(parseJsonObject(bytes));
  const skew = fields.optionalInteger('skewSeconds', -clockRanges.skew, clockRanges.skew);
  const speed = fields.optionalInteger('taskSpeed', 1, clockRanges.speed);
  fields.checkNothingLeft();
  if (skew !== null) serviceClock.skewMilliseconds = 1000 * skew;
  if (speed !== null) tasks.speed = speed;
  return clock(context);
}
